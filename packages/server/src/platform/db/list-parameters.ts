import {
  BinaryOperationNode,
  type InsertQueryNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  OperatorNode,
  PrimitiveValueListNode,
  RawNode,
  ValueNode,
  ValuesNode,
} from 'kysely';

/**
 * Sends a list of values as one parameter, an array: a statement has 65,535 parameters at most, and a text that depends on the
 * number of values is planned again for each number. An empty list matches nothing. Refuses an insert of several rows for the
 * same reason; `insertRows` takes any number.
 */
export function createListParameters(): KyselyPlugin {
  const transformer = new ListParameters();
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

class ListParameters extends OperationNodeTransformer {
  protected override transformBinaryOperation(
    ...[node, queryId]: Parameters<OperationNodeTransformer['transformBinaryOperation']>
  ): BinaryOperationNode {
    const comparison = super.transformBinaryOperation(node, queryId);
    const { leftOperand, operator, rightOperand } = comparison;
    if (!OperatorNode.is(operator) || !PrimitiveValueListNode.is(rightOperand)) return comparison;
    const values = ValueNode.create([...rightOperand.values]);
    if (operator.operator === 'in')
      return BinaryOperationNode.create(
        leftOperand,
        OperatorNode.create('='),
        RawNode.create(['any(', ')'], [values]),
      );
    return operator.operator === 'not in'
      ? BinaryOperationNode.create(
          leftOperand,
          OperatorNode.create('<>'),
          RawNode.create(['all(', ')'], [values]),
        )
      : comparison;
  }

  protected override transformInsertQuery(
    ...[node, queryId]: Parameters<OperationNodeTransformer['transformInsertQuery']>
  ): InsertQueryNode {
    if (node.values && ValuesNode.is(node.values) && node.values.values.length > 1)
      throw new Error('An insert of several rows has a parameter per cell. Use insertRows.');
    return super.transformInsertQuery(node, queryId);
  }
}
