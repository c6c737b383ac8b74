/**
 * Work: projects, sections, tasks, tags, stories.
 *
 * A user task list ("My Tasks") is a list like a project: \`sections.project\` and \`task_memberships.project\` contain
 * the gid of either, so they reference no table.
 */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text, hashed, digest }: Dialect['types']) => `
create table projects (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, team ${gid} references teams,
  owner ${gid} references users, name ${text} not null, notes ${text} not null, html_notes ${text},
  color ${text}, icon ${text}, default_view ${text} not null, privacy_setting ${text} not null,
  default_access_level ${text} not null, minimum_access_level_for_customization ${text} not null,
  minimum_access_level_for_sharing ${text} not null, archived ${integer} not null,
  completed ${integer} not null, completed_at ${integer}, completed_by ${gid} references users,
  start_on ${text}, due_on ${text}, created_at ${integer} not null, modified_at ${integer} not null,
  deleted_at ${integer}, deleted_by ${gid} references users);
create index projects_workspace on projects (workspace, gid);
create index projects_team on projects (team, gid);
create index projects_trash on projects (workspace, deleted_at, gid) where deleted_at is not null;

create table project_memberships (
  gid ${gid} primary key, project ${gid} not null references projects, member ${gid} not null,
  workspace ${gid} not null references workspaces, access_level ${text} not null, is_follower ${integer} not null);
create unique index project_memberships_project on project_memberships (project, member);
create index project_memberships_member on project_memberships (member, project);
create index project_memberships_order on project_memberships (project, gid);
create view project_followers as select * from project_memberships where is_follower = 1;

create table sections (
  gid ${gid} primary key, project ${gid} not null, workspace ${gid} not null references workspaces,
  name ${text} not null, rank ${text} not null, created_at ${integer} not null);
create unique index sections_order on sections (project, rank);

create table tasks (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, name ${text} not null,
  resource_subtype ${text} not null, notes ${text} not null, html_notes ${text},
  completed ${integer} not null, completed_at ${integer}, completed_by ${gid} references users,
  approval_status ${text}, assignee ${gid} references users, assigned_by ${gid} references users,
  assignee_status ${text} not null, start_on ${text}, start_at ${integer}, due_on ${text}, due_at ${integer},
  parent ${gid} references tasks, rank ${text}, is_rendered_as_separator ${integer} not null,
  created_by ${gid} not null references users,
  created_at ${integer} not null, modified_at ${integer} not null,
  deleted_at ${integer}, deleted_by ${gid} references users);
create index tasks_parent on tasks (parent, rank) where parent is not null;
create index tasks_assignee on tasks (assignee, workspace, gid) where assignee is not null;
create index tasks_trash on tasks (workspace, deleted_at, gid) where deleted_at is not null;

create table task_externals (
  task ${gid} not null references tasks, "user" ${gid} not null references users, external ${text} not null,
  external_gid ${text}, primary key (task, "user"));
create unique index task_externals_gid on task_externals ("user", ${digest('external_gid')})
  where external_gid is not null;
create index task_externals_external_gid on task_externals ${hashed} (external_gid);

create table task_memberships (
  task ${gid} not null references tasks, project ${gid} not null, section ${gid} not null references sections,
  workspace ${gid} not null references workspaces, rank ${text} not null, primary key (task, project));
create unique index task_memberships_order on task_memberships (section, rank, task);
create index task_memberships_project on task_memberships (project, task);

create table task_followers (
  task ${gid} not null references tasks, "user" ${gid} not null references users, primary key (task, "user"));
create index task_followers_user on task_followers ("user", task);

create table task_likes (
  gid ${gid} primary key, task ${gid} not null references tasks, "user" ${gid} not null references users);
create unique index task_likes_task on task_likes (task, "user");

create table task_dependencies (
  task ${gid} not null references tasks, dependency ${gid} not null references tasks,
  primary key (task, dependency));
create index task_dependencies_dependency on task_dependencies (dependency, task);

create table tags (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, name ${text} not null, color ${text},
  notes ${text} not null, created_at ${integer} not null, deleted_at ${integer});
create index tags_workspace on tags (workspace, gid);
create index tags_trash on tags (workspace, deleted_at, gid) where deleted_at is not null;

create table tag_followers (
  tag ${gid} not null references tags, "user" ${gid} not null references users, primary key (tag, "user"));

create table task_tags (
  task ${gid} not null references tasks, tag ${gid} not null references tags, primary key (task, tag));
create index task_tags_tag on task_tags (tag, task);

create table stories (
  gid ${gid} primary key, target ${gid} not null references tasks, workspace ${gid} not null references workspaces,
  type ${text} not null, resource_subtype ${text} not null, text ${text} not null, html_text ${text},
  is_pinned ${integer} not null, is_edited ${integer} not null, sticker_name ${text}, source ${text} not null,
  detail ${text}, created_by ${gid} references users, created_at ${integer} not null, deleted_at ${integer});
create index stories_target on stories (target, gid);
create index stories_trash on stories (workspace, deleted_at, gid) where deleted_at is not null;

create table story_likes (
  gid ${gid} primary key, story ${gid} not null references stories, "user" ${gid} not null references users);
create unique index story_likes_story on story_likes (story, "user")
`
