create table message_reads (
  account_id uuid not null references accounts (id),
  message_id text not null,
  read_at timestamptz not null,
  constraint message_reads_pkey primary key (account_id, message_id)
);
