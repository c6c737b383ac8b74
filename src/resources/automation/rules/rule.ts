/**
 * Creating, changing, pausing and deleting rules.
 * Invariant: a rule runs with the rights of the user who wrote its definition last, never with those of another one.
 */
import { forbidden, malformed, notAllowed } from '../../../lib/errors.ts'
import { rights } from '../../../policy/rights.ts'
import { deleteWhere, insert, insertOrIgnore, update } from '../../../store/change.ts'
import type { Reader, Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import { countRules, type RuleRow } from '../../../store/queries/automation/rules.ts'
import { lastChange } from '../../../store/queries/events/streams.ts'
import { membershipsIn } from '../../../store/queries/people.ts'
import { findProject, type ProjectRow } from '../../../store/queries/projects.ts'
import { mustManage } from '../../work/rules/project_members.ts'
import { scheduleDatedRules } from './dated.ts'
import { type Definition, storedDefinition } from './definition.ts'
import { INCOMING_REQUEST } from './triggers.ts'

/** The rules that a project can have. */
export const MAX_RULES = 100

/** The project, if the caller can manage its rules. Throws 403 otherwise. */
export async function mustManageRules(reader: Reader, me: number, gid: number): Promise<ProjectRow> {
  const project = await findProject(reader, gid)
  const right = (await rights(reader, me, 'project', [gid])).get(gid)
  if (!project) throw forbidden('project')
  mustManage(project, right, 'customization')
  const own = (await membershipsIn(reader, project.workspace, [me])).get(me)
  // wire: docs: guests can trigger rules, but not create them
  if (own?.is_guest) throw notAllowed('Guests cannot manage rules.')
  return project
}

export interface RuleInput {
  name: string
  definition: Definition
}

/** Creates an active rule of the caller, with its trigger; returns its gid. */
export async function createRule(
  tx: Writer,
  owner: number,
  { gid: project, workspace }: Pick<ProjectRow, 'gid' | 'workspace'>,
  input: RuleInput,
): Promise<number> {
  const gid = await insertRule(tx, owner, { gid: project, workspace }, input)
  await placeTrigger(tx, { gid, project, workspace }, input.definition)
  return gid
}

/** Inserts an active rule of a user without its trigger; returns its gid. */
export async function insertRule(
  tx: Writer,
  owner: number,
  { gid: project, workspace }: Pick<ProjectRow, 'gid' | 'workspace'>,
  { name, definition }: RuleInput,
): Promise<number> {
  // quotas: a concurrent request could create another rule.
  await advisoryLock(tx, 'quotas', project)
  if ((await countRules(tx, project)) >= MAX_RULES) throw malformed(`A project can have at most ${MAX_RULES} rules`)
  const gid = tx.gid()
  const columns = definitionColumns(definition)
  await insert(tx, 'rules', {
    ...{ gid, workspace, project, owner, name, ...columns, created_at: tx.now },
    ...{ last_error: null, last_run_at: null, modified_at: tx.now, ...(await activeColumns(tx, workspace)) },
  })
  await scheduleDatedRules(tx, [columns])
  return gid
}

/** Changes the name or the definition of a rule. The caller becomes its owner. */
export async function updateRule(
  tx: Writer,
  owner: number,
  rule: RuleRow,
  { name = rule.name, definition }: Partial<RuleInput>,
): Promise<void> {
  const columns = definition && definitionColumns(definition)
  await update(
    tx,
    'rules',
    { gid: rule.gid },
    {
      ...{ name, owner, modified_at: tx.now, failures: 0, last_error: null },
      ...(columns && { ...columns, since: await lastChange(tx, rule.workspace) }),
    },
  )
  if (columns) await scheduleDatedRules(tx, [columns])
  if (definition) await placeTrigger(tx, rule, definition)
}

/** Activates a rule. The caller becomes its owner, and changes from before do not start it. */
export async function activateRule(tx: Writer, owner: number, rule: RuleRow): Promise<void> {
  await update(tx, 'rules', { gid: rule.gid }, { owner, ...(await activeColumns(tx, rule.workspace)) })
  await scheduleDatedRules(tx, [rule])
}

/** Pauses a rule; with a reason if the program does it, which its users see. */
export async function pauseRule(tx: Writer, gid: number, reason: string | null): Promise<void> {
  await update(tx, 'rules', { gid }, { active: 0, paused_reason: reason })
}

/** Deletes a rule with its trigger, its runs and its requests. */
export async function deleteRule(tx: Writer, gid: number): Promise<void> {
  await deleteWhere(tx, 'rule_triggers', { rule: gid })
  await deleteWhere(tx, 'rules', { gid })
}

const definitionColumns = (definition: Definition) => ({
  trigger_kind: definition.trigger.kind,
  definition: storedDefinition(definition),
})

const activeColumns = async (tx: Writer, workspace: number) => ({
  ...{ active: 1, paused_reason: null, failures: 0, since: await lastChange(tx, workspace) },
})

/** The trigger for requests exists as long as the definition has that kind, and keeps its gid. */
async function placeTrigger(
  tx: Writer,
  { gid: rule, project, workspace }: Pick<RuleRow, 'gid' | 'project' | 'workspace'>,
  { trigger }: Definition,
): Promise<void> {
  if (trigger.kind !== INCOMING_REQUEST) return deleteWhere(tx, 'rule_triggers', { rule })
  await insertOrIgnore(tx, 'rule_triggers', { gid: tx.gid(), rule, project, workspace })
}
