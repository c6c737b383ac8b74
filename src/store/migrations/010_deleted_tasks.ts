/** An index of the tasks in the trash, for lists that exclude them: see `queries/task_lists.ts`. */
export const statements = () => 'create index tasks_deleted on tasks (gid) where deleted_at is not null'
