/**
 * Project templates and task templates.
 *
 * Their tasks are rows of a table of their own, so no list, search or count of tasks finds them. `template` references no
 * table: it is a project template or a task template. `created_from_template` references none either: projects survive
 * the purge of their template.
 */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text }: Dialect['types']) => `
create table project_templates (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, team ${gid} references teams,
  owner ${gid} references users, name ${text} not null, description ${text} not null, html_description ${text},
  color ${text}, is_public ${integer} not null, content ${text} not null, requested_dates ${text} not null,
  requested_roles ${text} not null, is_complete ${integer} not null, created_at ${integer} not null,
  modified_at ${integer} not null, deleted_at ${integer}, deleted_by ${gid} references users);
create index project_templates_workspace on project_templates (workspace, gid);
create index project_templates_team on project_templates (team, gid);
create index project_templates_trash on project_templates (workspace, deleted_at, gid) where deleted_at is not null;
create index project_templates_deleted_at on project_templates (deleted_at) where deleted_at is not null;

create table task_templates (
  gid ${gid} primary key, project ${gid} not null references projects, workspace ${gid} not null references workspaces,
  name ${text} not null, created_by ${gid} not null references users, created_at ${integer} not null,
  modified_at ${integer} not null, deleted_at ${integer}, deleted_by ${gid} references users);
create index task_templates_project on task_templates (project, gid);
create index task_templates_trash on task_templates (workspace, deleted_at, gid) where deleted_at is not null;
create index task_templates_deleted_at on task_templates (deleted_at) where deleted_at is not null;

create table template_tasks (
  template ${gid} not null, position ${integer} not null, parent ${integer}, content ${text} not null,
  primary key (template, position));

create table template_dependencies (
  template ${gid} not null, position ${integer} not null, dependency ${integer} not null,
  primary key (template, position, dependency));

alter table projects add column created_from_template ${gid}
`
