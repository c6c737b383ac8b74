/** Identity: credentials of people, service accounts and applications. Secrets are stored as digests or sealed. */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text }: Dialect['types']) => `
create table passwords (
  "user" ${gid} primary key references users, hash ${text} not null, changed_at ${integer} not null);

create table administrators ("user" ${gid} primary key references users, created_at ${integer} not null);

create table invitations (
  gid ${gid} primary key, email ${text} not null, workspace ${gid} not null references workspaces,
  is_admin ${integer} not null, is_guest ${integer} not null, invited_by ${gid}, created_at ${integer} not null,
  expires_at ${integer} not null);
create unique index invitations_email on invitations (email, workspace);
create index invitations_expires_at on invitations (expires_at);

create table sign_in_links (
  hash ${text} primary key, "user" ${gid} not null references users, purpose ${text} not null,
  created_at ${integer} not null, expires_at ${integer} not null);
create index sign_in_links_user on sign_in_links ("user");

create table sessions (
  token ${gid} primary key references tokens on delete cascade, sign_in_method ${text} not null, agent ${text} not null,
  address ${text} not null);

create table external_identities (
  issuer ${text} not null, subject ${text} not null, "user" ${gid} not null references users,
  created_at ${integer} not null, primary key (issuer, subject));
create index external_identities_user on external_identities ("user");

create table service_accounts (
  gid ${gid} primary key references users, workspace ${gid} not null references workspaces, scopes ${text} not null,
  created_by ${gid}, created_at ${integer} not null, deleted_at ${integer});
create index service_accounts_workspace on service_accounts (workspace, gid);

create table applications (
  gid ${gid} primary key, owner ${gid} not null references users, name ${text} not null, secret_hash ${text} not null,
  redirect_uris ${text} not null, scopes ${text} not null, created_at ${integer} not null,
  owner_left_at ${integer});
create index applications_owner on applications (owner, gid);

create table grants (
  gid ${gid} primary key, application ${gid} not null references applications on delete cascade,
  "user" ${gid} not null references users, scopes ${text} not null, created_at ${integer} not null);
create unique index grants_application on grants (application, "user");
create index grants_user on grants ("user", gid);

create table authorization_codes (
  hash ${text} primary key, application ${gid} not null references applications on delete cascade,
  "user" ${gid} not null references users, redirect_uri ${text} not null, scopes ${text} not null, challenge ${text},
  challenge_method ${text}, nonce ${text}, refresh_token ${gid}, created_at ${integer} not null,
  expires_at ${integer} not null, is_used ${integer} not null);
create index authorization_codes_user on authorization_codes ("user", application);
create index authorization_codes_application on authorization_codes (application);
create index authorization_codes_expires_at on authorization_codes (expires_at);

create table refresh_tokens (
  gid ${gid} primary key, hash ${text} not null unique,
  application ${gid} not null references applications on delete cascade, "user" ${gid} not null references users,
  scopes ${text} not null, created_at ${integer} not null);
create index refresh_tokens_user on refresh_tokens ("user", application);
create index refresh_tokens_application on refresh_tokens (application);

create table signing_keys (
  kid ${text} primary key, public_key ${text} not null, private_key ${text} not null, created_at ${integer} not null)
`
