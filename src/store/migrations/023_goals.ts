/**
 * Goals: their members, likes, metrics, and what supports them.
 *
 * - `supporting_resource` is a goal, a project, a task or a portfolio, so it references no table; `supporting_type` says
 *   which. `time_period` and `current_status_update` reference none either.
 * - Numbers of a metric and weights are exact decimals, as the values of number fields are.
 * - A story is one of a task or of a goal, so its target no longer references a table: the stories are copied, because no
 *   statement of SQLite removes a reference from a column.
 */
import type { Dialect } from '../dialect.ts'

export const derivesGrants = true
export const derivesNames = true

export const statements = (types: Dialect['types']) => `
${goals(types)};
${relationships(types)};
${memberships};
${stories(types)}
`

const goals = ({ gid, integer, text }: Dialect['types']) => `
create table goals (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, team ${gid} references teams,
  owner ${gid} references users, name ${text} not null, notes ${text} not null, html_notes ${text},
  is_workspace_level ${integer} not null, privacy_setting ${text} not null, default_access_level ${text} not null,
  time_period ${gid}, start_on ${text}, due_on ${text}, status ${text}, current_status_update ${gid},
  created_by ${gid} not null references users, created_at ${integer} not null,
  deleted_at ${integer}, deleted_by ${gid} references users);
create index goals_workspace on goals (workspace, gid);
create index goals_level on goals (workspace, is_workspace_level, gid);
create index goals_team on goals (team, gid);
create index goals_owner on goals (owner, workspace, gid);
create index goals_time_period on goals (time_period, gid) where time_period is not null;
create index goals_trash on goals (workspace, deleted_at, gid) where deleted_at is not null;
create index goals_deleted_at on goals (deleted_at) where deleted_at is not null;

create table goal_memberships (
  gid ${gid} primary key, goal ${gid} not null references goals, member ${gid} not null,
  workspace ${gid} not null references workspaces, access_level ${text} not null);
create unique index goal_memberships_parent on goal_memberships (goal, member);
create index goal_memberships_order on goal_memberships (goal, gid);
create index goal_memberships_member on goal_memberships (member, workspace, gid);

create table goal_likes (
  gid ${gid} primary key, goal ${gid} not null references goals, "user" ${gid} not null references users);
create unique index goal_likes_goal on goal_likes (goal, "user")
`

const relationships = ({ gid, integer, text }: Dialect['types']) => `
create table goal_metrics (
  gid ${gid} primary key, goal ${gid} not null references goals, workspace ${gid} not null references workspaces,
  precision ${integer} not null, unit ${text} not null, currency_code ${text},
  initial_number_value ${text} not null, target_number_value ${text} not null, current_number_value ${text} not null,
  progress_source ${text} not null, is_custom_weight ${integer} not null,
  created_by ${gid} not null references users);
create unique index goal_metrics_goal on goal_metrics (goal);

create table goal_relationships (
  gid ${gid} primary key, supported_goal ${gid} not null references goals, supporting_resource ${gid} not null,
  supporting_type ${text} not null, resource_subtype ${text} not null,
  workspace ${gid} not null references workspaces, contribution_weight ${text} not null, rank ${text} not null,
  created_at ${integer} not null);
create unique index goal_relationships_goal on goal_relationships (supported_goal, supporting_resource);
create unique index goal_relationships_order on goal_relationships (supported_goal, rank);
create index goal_relationships_resource on goal_relationships (supporting_resource, supported_goal);

create view goal_fields as
select s.parent as goal, s.custom_field as custom_field
from custom_field_settings s
join goals g on g.gid = s.parent
`

/** The memberships of one type, as the view has them. */
const membershipsOf = (type: string, resource_type = 'membership') => `
  select gid, '${resource_type}' as resource_type, '${type}_membership' as resource_subtype, ${type} as parent, member,
    workspace, access_level from ${type}_memberships`

const memberships = `
drop view memberships;
create view memberships as ${membershipsOf('project')}
  union all ${membershipsOf('portfolio')}
  union all ${membershipsOf('goal')}
  union all ${membershipsOf('custom_field', 'custom_field_membership')}
  union all ${membershipsOf('custom_type', 'custom_type_membership')}
`

const stories = ({ gid, integer, text }: Dialect['types']) => `
create table earlier_stories as select * from stories;
create table earlier_likes as select * from story_likes;
drop table story_likes;
drop table stories;

create table stories (
  gid ${gid} primary key, target ${gid} not null, target_type ${text} not null,
  workspace ${gid} not null references workspaces,
  type ${text} not null, resource_subtype ${text} not null, text ${text} not null, html_text ${text},
  is_pinned ${integer} not null, is_edited ${integer} not null, sticker_name ${text}, source ${text} not null,
  detail ${text}, created_by ${gid} references users, created_at ${integer} not null, deleted_at ${integer});
insert into stories
select gid, target, 'task', workspace, type, resource_subtype, text, html_text, is_pinned, is_edited, sticker_name,
  source, detail, created_by, created_at, deleted_at
from earlier_stories;
create index stories_target on stories (target, gid);
create index stories_trash on stories (workspace, deleted_at, gid) where deleted_at is not null;
create index stories_deleted_at on stories (deleted_at) where deleted_at is not null;

create table story_likes (
  gid ${gid} primary key, story ${gid} not null references stories, "user" ${gid} not null references users);
insert into story_likes select gid, story, "user" from earlier_likes;
create unique index story_likes_story on story_likes (story, "user");
drop table earlier_likes;
drop table earlier_stories
`
