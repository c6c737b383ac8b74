/** Project briefs: one of each project that is not in the trash, and those that are. */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text }: Dialect['types']) => `
create table project_briefs (
  gid ${gid} primary key, project ${gid} not null references projects, workspace ${gid} not null references workspaces,
  title ${text} not null, text ${text} not null, html_text ${text}, created_by ${gid} not null references users,
  created_at ${integer} not null, modified_at ${integer} not null, deleted_at ${integer},
  deleted_by ${gid} references users);
create index project_briefs_project on project_briefs (project);
create unique index project_briefs_current on project_briefs (project) where deleted_at is null;
create index project_briefs_trash on project_briefs (workspace, deleted_at, gid) where deleted_at is not null;
create index project_briefs_deleted_at on project_briefs (deleted_at) where deleted_at is not null
`
