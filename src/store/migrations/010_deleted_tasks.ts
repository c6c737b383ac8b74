/** Which tasks are in the trash, for lists that show none of them: see `queries/task_lists.ts`. */
export const statements = () => 'create index tasks_deleted on tasks (gid) where deleted_at is not null'
