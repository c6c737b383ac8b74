/** What a job needs to create the tasks of a template: stored with the job, and the same for all of its steps. */
import { malformed, unknownObject } from '../../../lib/errors.ts'
import { findForUpdate } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import type { NewTaskTerms } from './new_tasks.ts'

export interface Instantiation
  extends Pick<NewTaskTerms, 'project' | 'sections' | 'from' | 'timeZone' | 'roles' | 'follows' | 'filesQuota'> {
  /** The version of the template that the job began with. */
  modified_at: number
}

/** Where the next step continues: after the tasks come their dependencies. */
export type InstantiationCursor =
  | { phase: 'tasks'; at: number }
  | { phase: 'dependencies'; position: number; dependency: number }

/**
 * Locks the template of a job, so that it does not change during the step. A template in the trash is still used: it
 * was there when the job was requested. Throws 400 if it has changed since.
 */
export async function lockTemplate(
  tx: Writer,
  table: 'project_templates' | 'task_templates',
  gid: number,
  { modified_at }: Instantiation,
): Promise<void> {
  const template = await findForUpdate(tx, table, { gid })
  if (!template) throw unknownObject(table === 'project_templates' ? 'project_template' : 'task_template', gid)
  if (template.modified_at !== modified_at) throw malformed('The template was changed during the job: start it again')
}
