/** Copies of the rules of a project. They name the copies of its sections and custom fields. */
import { rights } from '../../../policy/rights.ts'
import { insertAll } from '../../../store/change.ts'
import type { Reader, Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import { copiedPartsOf, countRules, type RuleRow, rulesOf } from '../../../store/queries/automation/rules.ts'
import { lastChange } from '../../../store/queries/events/streams.ts'
import { membershipsIn } from '../../../store/queries/people.ts'
import { findProject } from '../../../store/queries/projects.ts'
import { hasFeature } from '../../people/rules/plan.ts'
import { canManage } from '../../work/rules/project_members.ts'
import { scheduleDatedRules } from './dated.ts'
import { copiedDefinition, gidsIn, loadDefinition } from './definition.ts'
import type { Copied } from './part.ts'
import { MAX_RULES } from './rule.ts'
import { INCOMING_REQUEST } from './triggers.ts'

/** A project, its copy, and the job that makes the copy for a user. */
interface RulesToCopy {
  job: number
  user: number
  workspace: number
  source: number
  copy: number
}

const PART_NOT_COPIED = 'It names a section or a custom field that was not copied with the project.'

/**
 * Copies the rules of a project after everything else, so that they do not start on the tasks that are copied. The user
 * owns the copies, and gets none without the right to manage the rules of the project: a definition can have secrets.
 */
export async function copyRules(tx: Writer, of: RulesToCopy): Promise<void> {
  const { user, workspace, source, copy: project } = of
  const found = await rulesOf(tx, source)
  if (found.length === 0 || !(await canCopyRules(tx, of))) return
  // quotas: the user could create rules in the copy meanwhile.
  await advisoryLock(tx, 'quotas', project)
  const free = MAX_RULES - (await countRules(tx, project))
  const since = await lastChange(tx, workspace)
  const moved = await movedDefinitions(tx, of, found.slice(0, Math.max(free, 0)))
  const rows = moved.map(({ rule: { name, trigger_kind, active }, definition, isWhole }): RuleRow => {
    const isStopped = active === 1 && !isWhole
    return {
      ...{ gid: tx.gid(), workspace, project, owner: user, name, trigger_kind, definition, since },
      // wire: contract: an active rule stays active, and a paused one paused
      ...{ active: isStopped ? 0 : active, paused_reason: isStopped ? PART_NOT_COPIED : null },
      ...{ failures: 0, last_error: null, last_run_at: null, created_at: tx.now, modified_at: tx.now },
    }
  })
  await insertAll(tx, 'rules', rows)
  await scheduleDatedRules(tx, rows)
  const requested = rows.filter(({ trigger_kind }) => trigger_kind === INCOMING_REQUEST)
  await insertAll(
    tx,
    'rule_triggers',
    requested.map(({ gid: rule }) => ({ gid: tx.gid(), rule, project, workspace })),
  )
}

/** Whether the user can manage rules, as in the app: not as a guest, a service account, or on a plan without rules. */
async function canCopyRules(tx: Reader, { user, workspace, source }: RulesToCopy): Promise<boolean> {
  const project = await findProject(tx, source)
  const right = (await rights(tx, user, 'project', [source])).get(source)
  if (!project || !canManage(project, right, 'customization')) return false
  const own = (await membershipsIn(tx, workspace, [user])).get(user)
  if (own?.is_active !== 1 || own.is_guest === 1 || own.is_service === 1) return false
  return hasFeature(tx, workspace, 'rules')
}

interface MovedDefinition {
  rule: RuleRow
  definition: string
  /** Whether everything that it names in the project was copied. */
  isWhole: boolean
}

/** The definitions of the copies of rules. */
async function movedDefinitions(
  tx: Reader,
  { job, source, copy }: RulesToCopy,
  rules: readonly RuleRow[],
): Promise<MovedDefinition[]> {
  const loaded = rules.map(rule => ({ rule, definition: loadDefinition(rule.definition) }))
  const named = loaded.map(({ definition }) => gidsIn(definition))
  const parts = await copiedPartsOf(tx, { job, project: source }, [...new Set(named.flat())])
  const copies = new Map<number, Copied>([[source, { copy, field: null }]])
  for (const part of parts) if (part.copy !== null) copies.set(part.source, { copy: part.copy, field: part.field })
  const missing = new Set(parts.flatMap(part => (part.copy === null && part.field === null ? part.source : [])))
  return loaded.map(({ rule, definition }, at) => ({
    ...{ rule, definition: JSON.stringify(copiedDefinition(definition, copies)) },
    isWhole: !named[at]?.some(gid => missing.has(gid)),
  }))
}
