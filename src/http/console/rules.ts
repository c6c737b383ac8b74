/**
 * The rules of projects, for users who can change the project. A rule runs with the rights of its owner, so the user who
 * changes or activates it becomes the owner.
 */
import type { Actor } from '../../identity/actor.ts'
import { formatTimestamp } from '../../lib/date.ts'
import { missingInput, notFound } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import { type Definition, parseDefinition } from '../../resources/automation/rules/definition.ts'
import { ruleParts } from '../../resources/automation/rules/described_kinds.ts'
import {
  activateRule,
  createRule,
  deleteRule,
  mustManageRules,
  pauseRule,
  updateRule,
} from '../../resources/automation/rules/rule.ts'
import { mustHaveFeature } from '../../resources/people/rules/plan.ts'
import { findForUpdate } from '../../store/change.ts'
import type { Reader, Writer } from '../../store/db.ts'
import { type ListedRule, ruleOf, rulesOf } from '../../store/queries/automation/rules.ts'
import { type RunRow, runsOf } from '../../store/queries/automation/runs.ts'
import { type Fields, one, raw, text } from '../../vocabulary/field.ts'
import { parseInput, type Reference } from '../../vocabulary/input.ts'
import { created } from '../../vocabulary/operation.ts'
import { resolve } from '../resolve.ts'
import { requireName } from './required_name.ts'
import { type ConsoleReply, type ConsoleRoute, type SessionCall, sessionRoute } from './route.ts'

const MAX_LISTED_RUNS = 100

/** Definitions can be longer than other bodies of the console. */
const MAX_BODY_BYTES = 64 * 1024

const formatOptional = (at: number | null) => (at === null ? null : formatTimestamp(at))

const presentRule = (rule: ListedRule) => ({
  ...{ gid: String(rule.gid), name: rule.name, project: { gid: String(rule.project), resource_type: 'project' } },
  owner: { gid: String(rule.owner), resource_type: 'user', name: rule.owner_name },
  ...{ is_active: rule.active === 1, paused_reason: rule.paused_reason, ...JSON.parse(rule.definition) },
  rule_trigger: rule.rule_trigger === null ? null : { gid: String(rule.rule_trigger), resource_type: 'rule_trigger' },
  ...{ failures: rule.failures, last_error: rule.last_error, last_run_at: formatOptional(rule.last_run_at) },
  ...{ created_at: formatTimestamp(rule.created_at), modified_at: formatTimestamp(rule.modified_at) },
})

const presentRun = (run: RunRow) => ({
  ...{ gid: String(run.gid), task: { gid: String(run.task), resource_type: 'task' } },
  ...{ state: run.state, reason: run.reason === '' ? null : run.reason, depth: run.depth },
  ...{ created_at: formatTimestamp(run.created_at), finished_at: formatOptional(run.finished_at) },
})

/** Resolves the references of an input. Throws 400 for an object that the caller cannot see. */
const resolveAll = (reader: Reader, actor: Actor, references: readonly Reference[]) =>
  resolve(
    reader,
    actor,
    references.map(reference => ({ ...reference, inPath: false })),
  )

/** The project that an input names, whose rules the caller can manage. */
async function projectIn(reader: Reader, actor: Actor, input: Record<string, unknown>) {
  const references: Reference[] = []
  const fields: Fields = { project: one('project', { need: 'edit', required: true, doc: 'The project.' }) }
  const values = parseInput(fields, input, references)
  await resolveAll(reader, actor, references)
  return mustManageRules(reader, actor.gid, values.project as number)
}

/** The rule in the path, in a project whose rules the caller can manage. Throws 404 if they cannot see the project. */
async function ruleInPath(reader: Reader, { actor, path }: Pick<SessionCall, 'actor' | 'path'>): Promise<ListedRule> {
  const { rule_gid: gid = 0 } = path
  const rule = await ruleOf(reader, gid)
  const right = rule && (await rights(reader, actor.gid, 'project', [rule.project])).get(rule.project)
  if (!rule || !allows(right, 'view')) throw notFound('rule', gid)
  await mustManageRules(reader, actor.gid, rule.project)
  return rule
}

/** The same, locked until the transaction ends: no other one changes, activates or pauses the rule meanwhile. */
async function lockRule(tx: Writer, call: Pick<SessionCall, 'actor' | 'path'>): Promise<ListedRule> {
  await findForUpdate(tx, 'rules', { gid: call.path.rule_gid ?? 0 })
  return ruleInPath(tx, call)
}

/** The definition that a body contains, with its references resolved. Throws 400. */
async function definitionIn(
  tx: Writer,
  actor: Actor,
  input: { trigger?: unknown; conditions?: unknown; actions?: unknown },
): Promise<Definition> {
  const { trigger, actions, conditions } = input
  if (trigger === undefined) throw missingInput('trigger')
  if (actions === undefined) throw missingInput('actions')
  const references: Reference[] = []
  const definition = parseDefinition({ trigger, actions, conditions }, references)
  await resolveAll(tx, actor, references)
  return definition
}

const shown = async (tx: Writer, gid: number): Promise<ConsoleReply> => {
  const rule = await ruleOf(tx, gid)
  return { data: rule && presentRule(rule) }
}

const path = '/rules/:rule_gid'

const definitionFields = {
  name: text({ max: 255, doc: 'The name of the rule.' }),
  trigger: raw({ doc: 'What starts it: an object with its `kind`.' }),
  conditions: raw({ doc: 'What must hold: a list of objects, each with its `kind`.' }),
  actions: raw({ doc: 'What it does, in order: a list of objects, each with its `kind`.' }),
}

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/rule_parts', {
    doc: 'The kinds of triggers, conditions and actions that a rule can have, each with its `fields`: their type, and the `values` or the `types` of objects that they take.',
    execute: async () => ({ data: ruleParts }),
  }),
  sessionRoute('GET', '/rules', {
    doc: 'The rules of a project, `?project=`, for users who can change the project.',
    async execute({ console: { store }, actor, query }) {
      const { gid } = await projectIn(store.read, actor, query)
      return { data: (await rulesOf(store.read, gid)).map(presentRule) }
    },
  }),
  sessionRoute('POST', '/rules', {
    doc: 'Create a rule, which is active and runs with the rights of the caller. Guests cannot.',
    maxBodyBytes: MAX_BODY_BYTES,
    body: { project: raw({ doc: 'The gid of the project.' }), ...definitionFields },
    execute: ({ console: { store }, actor, body }) =>
      store.write(async tx => {
        const project = await projectIn(tx, actor, body)
        await mustHaveFeature(tx, project.workspace, 'rules')
        const name = requireName(body.name ?? '')
        const gid = await createRule(tx, actor.gid, project, { name, definition: await definitionIn(tx, actor, body) })
        return { ...(await shown(tx, gid)), status: created }
      }),
  }),
  sessionRoute('GET', path, {
    doc: 'A rule: its definition, its owner, and its last error.',
    execute: async call => ({ data: presentRule(await ruleInPath(call.console.store.read, call)) }),
  }),
  sessionRoute('PUT', path, {
    doc: 'Change the name or the definition of a rule. The caller becomes its owner.',
    maxBodyBytes: MAX_BODY_BYTES,
    body: definitionFields,
    execute: call =>
      call.console.store.write(async tx => {
        const { body, actor } = call
        const rule = await lockRule(tx, call)
        await mustHaveFeature(tx, rule.workspace, 'rules')
        const { trigger, conditions, actions } = body
        // The caller runs it from now on, so they must be able to use what it names.
        const definition = await definitionIn(tx, actor, {
          ...JSON.parse(rule.definition),
          ...(trigger !== undefined && { trigger }),
          ...(conditions !== undefined && { conditions }),
          ...(actions !== undefined && { actions }),
        })
        const name = body.name === undefined ? rule.name : requireName(body.name)
        await updateRule(tx, actor.gid, rule, { name, definition })
        return shown(tx, rule.gid)
      }),
  }),
  sessionRoute('POST', `${path}/activate`, {
    doc: 'Activate a rule. The caller becomes its owner. Changes from before do not start it.',
    execute: call =>
      call.console.store.write(async tx => {
        const rule = await lockRule(tx, call)
        await mustHaveFeature(tx, rule.workspace, 'rules')
        await definitionIn(tx, call.actor, JSON.parse(rule.definition))
        await activateRule(tx, call.actor.gid, rule)
        return shown(tx, rule.gid)
      }),
  }),
  sessionRoute('POST', `${path}/pause`, {
    doc: 'Pause a rule. Runs that wait are skipped.',
    execute: call =>
      call.console.store.write(async tx => {
        const rule = await lockRule(tx, call)
        await pauseRule(tx, rule.gid, null)
        return shown(tx, rule.gid)
      }),
  }),
  sessionRoute('DELETE', path, {
    doc: 'Delete a rule, with its runs.',
    execute: call =>
      call.console.store.write(async tx => {
        await deleteRule(tx, (await lockRule(tx, call)).gid)
        return {}
      }),
  }),
  sessionRoute('GET', `${path}/runs`, {
    doc: `The last ${MAX_LISTED_RUNS} runs of a rule in the last seven days, newest first: the state, and why a run was skipped or failed.`,
    async execute(call) {
      const { read } = call.console.store
      const { gid } = await ruleInPath(read, call)
      return { data: (await runsOf(read, gid, MAX_LISTED_RUNS)).map(presentRun) }
    },
  }),
]
