import { AVATAR_PIXELS, DomainError, type FileAnswer } from '@northlight/contract';
import { commitFile, commitRequest } from '../../platform/http/commit-request.ts';
import { getAccount, getQueueRequester, type RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { formatAvatarUrl } from '../present.ts';
import { lockAccount } from '../store.ts';

const PURPOSE = 'avatar';

/** Sets the caller's avatar: crops, re-encodes and stores the picture. */
export async function setAvatar(
  context: RequestContext,
  crop: { x?: number | undefined; y?: number | undefined; size?: number | undefined },
): Promise<{ avatarUrl: string }> {
  const { id: owner, account } = getAccount(context);
  if (!context.file) throw new DomainError('fileRefused');
  const bytes = await context.services.images.square(
    context.file.bytes,
    crop,
    AVATAR_PIXELS,
    getQueueRequester(context),
  );
  const file = { owner: { accountId: owner }, purpose: PURPOSE, mediaType: 'image/webp', bytes };
  const id = await commitFile(context, file, async (work, fileId) => {
    const { tx } = work;
    const row = await lockAccount(tx, owner);
    if (row.avatar_file !== null) await context.services.files.remove(tx, row.avatar_file);
    await tx.updateTable('accounts').set({ avatar_file: fileId }).where('id', '=', owner).execute();
    await work.audit({ action: 'account.avatar', object: account, after: fileId });
  });
  return { avatarUrl: formatAvatarUrl(id) };
}

export async function removeAvatar(context: RequestContext): Promise<void> {
  const { id, account } = getAccount(context);
  await commitRequest(context, async (work) => {
    const { tx } = work;
    const { avatar_file: file } = await lockAccount(tx, id);
    if (file === null) return;
    await context.services.files.remove(tx, file);
    await tx.updateTable('accounts').set({ avatar_file: null }).where('id', '=', id).execute();
    await work.audit({ action: 'account.avatar', object: account, before: file });
  });
}

/** Returns an avatar by its file id, which callers learn only from avatar URLs. Throws 259 when it does not exist. */
export const getAvatar = ({ files, db }: Services, fileId: string): Promise<FileAnswer> =>
  files.get(db, fileId, PURPOSE);
