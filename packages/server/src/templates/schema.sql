create table network_templates (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  name text not null,
  name_key text not null,
  remark text,
  source text not null,
  content jsonb not null,
  secret_key bytea not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint network_templates_name unique (account_id, name_key)
);

create table template_secrets (
  template_id uuid not null references network_templates (id) on delete cascade,
  policy_id text not null,
  sealed bytea not null,
  constraint template_secrets_key primary key (template_id, policy_id)
);
