/**
 * Sharing: memberships of all types of objects, requests for access, and reactions to stories and status updates.
 *
 * `member` is a user or a team, and `target` an object of one of several types, so they reference no table. The view has
 * the columns that the API shows of a membership.
 */
import type { Dialect } from '../dialect.ts'

/** The memberships of one type, as the view has them. */
const membershipsOf = (type: string, resource_type = 'membership') => `
  select gid, '${resource_type}' as resource_type, '${type}_membership' as resource_subtype, ${type} as parent, member,
    workspace, access_level from ${type}_memberships`

const membershipTable = (type: string, { gid, text }: Dialect['types']) => `
create table ${type}_memberships (
  gid ${gid} primary key, ${type} ${gid} not null references ${type}s, member ${gid} not null,
  workspace ${gid} not null references workspaces, access_level ${text} not null);
create unique index ${type}_memberships_parent on ${type}_memberships (${type}, member);
create index ${type}_memberships_order on ${type}_memberships (${type}, gid);
create index ${type}_memberships_member on ${type}_memberships (member, ${type});
`

export const statements = (types: Dialect['types']) => {
  const { gid, integer, text } = types
  return `
${membershipTable('custom_field', types)}
${membershipTable('custom_type', types)}
create view memberships as ${membershipsOf('project')}
  union all ${membershipsOf('portfolio')}
  union all ${membershipsOf('custom_field', 'custom_field_membership')}
  union all ${membershipsOf('custom_type', 'custom_type_membership')};

create table access_requests (
  gid ${gid} primary key, target ${gid} not null, target_type ${text} not null,
  workspace ${gid} not null references workspaces, requester ${gid} not null references users, message ${text},
  approval_status ${text} not null, created_at ${integer} not null);
create unique index access_requests_pending on access_requests (target, requester) where approval_status = 'pending';
create index access_requests_target on access_requests (target, approval_status, gid);
create index access_requests_requester on access_requests (requester, workspace);

create table reactions (
  gid ${gid} primary key, target ${gid} not null, workspace ${gid} not null references workspaces,
  "user" ${gid} not null references users, emoji_base ${text} not null, emoji ${text} not null);
create unique index reactions_target on reactions (target, "user", emoji_base);
create index reactions_order on reactions (target, emoji_base, gid)
`
}
