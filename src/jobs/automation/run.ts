/** One run of a rule, inside its transaction: the checks, the conditions and the actions. */
import type { Actor } from '../../identity/actor.ts'
import { localDate } from '../../lib/date.ts'
import { ApiError, malformed, unrecognized } from '../../lib/errors.ts'
import type { Name } from '../../names.ts'
import { allows, cachedRights } from '../../policy/rights.ts'
import { type ActionSubject, actionKinds } from '../../resources/automation/rules/actions.ts'
import {
  type ConditionSubject,
  conditionKinds,
  SHOWN_FIELDS,
  type ShownTask,
} from '../../resources/automation/rules/conditions.ts'
import { type Definition, loadDefinition, referencesIn } from '../../resources/automation/rules/definition.ts'
import { kindOf } from '../../resources/automation/rules/part.ts'
import { pauseRule } from '../../resources/automation/rules/rule.ts'
import { rendererOf } from '../../resources/automation/rules/variables.ts'
import { mustHaveFeature } from '../../resources/people/rules/plan.ts'
import { findForUpdate, insert, update } from '../../store/change.ts'
import { type Reader, RightLowered, type Writer } from '../../store/db.ts'
import { isTaskIn, type RuleRow } from '../../store/queries/automation/rules.ts'
import { countRequests, type RunRow } from '../../store/queries/automation/runs.ts'
import { schedule } from '../../store/queries/jobs/queue.ts'
import { callerOf } from '../../store/queries/people.ts'
import type { OperationRunner, RightsCheck } from './operations.ts'
import { SEND_REQUESTS } from './send_requests.ts'

export interface RunResult {
  /** Confirm the rights that the actions relied on. */
  checks: RightsCheck[]
  /** Why the run paused the rule. */
  pausedReason?: string
}

const PAUSED = 'The rule was paused.'
const NOT_IN_PROJECT = 'The task is no longer in the project.'
const NO_MATCH = 'A condition does not hold.'
const OWNER_LOST_ACCESS = 'Its owner can no longer edit the project.'

/** The requests of a rule that may wait. */
const MAX_REQUESTS = 1000

/** The owner of a rule as the caller of operations. The owner granted no scopes: they may do everything they can do. */
export async function actorOf(reader: Reader, owner: number): Promise<Actor> {
  const { time_zone: timeZone, roles } = await callerOf(reader, owner)
  return { gid: owner, token: 0, kind: 'personal', scopes: null, application: null, timeZone, roles }
}

/**
 * Locks a run and its rule, before the run ends. Undefined if another worker ended it, or if the rule has another owner
 * now: then the job runs it again as that one.
 */
export async function lockWaiting(
  tx: Writer,
  { gid, rule: of }: RunRow,
  owner: number,
): Promise<{ rule: RuleRow; run: RunRow } | undefined> {
  // Lock order: the rule before its runs, as when it is deleted.
  const rule = await findForUpdate(tx, 'rules', { gid: of })
  const run = await findForUpdate(tx, 'rule_runs', { gid })
  return rule?.owner === owner && run?.finished_at === null ? { rule, run } : undefined
}

/** Performs a run, if it still waits. Throws what an operation of the API throws; then nothing of it is committed. */
export async function attemptRun(
  tx: Writer,
  operations: OperationRunner,
  actor: Actor,
  waiting: RunRow,
): Promise<RunResult> {
  const locked = await lockWaiting(tx, waiting, actor.gid)
  if (!locked) return { checks: [] }
  const { rule, run } = locked
  const { gid, payload } = run
  const end = (state: string, reason: string) =>
    update(tx, 'rule_runs', { gid }, { state, reason, finished_at: tx.now })
  const lost = await refusalOf(tx, rule)
  if (lost !== undefined && rule.active === 1) {
    await pauseRule(tx, rule.gid, lost)
    await end('skipped', lost)
    return { checks: [], pausedReason: lost }
  }
  const task = rule.active === 1 && (await taskOf(tx, operations, actor, run))
  if (!task) {
    await end('skipped', rule.active === 1 ? NOT_IN_PROJECT : PAUSED)
    return { checks: [] }
  }
  const definition = loadDefinition(rule.definition)
  await mustSeeReferences(tx, actor.gid, definition)
  const values = JSON.parse(payload) as Record<string, unknown>
  const matches = holdsFor(definition, { task, payload: values })
  const today = localDate(tx.now, actor.timeZone)
  const subject = { task: task.gid, today, render: rendererOf(values, task) }
  const checks = matches ? await act(tx, operations, actor, { definition, subject, rule, run, task }) : []
  await end(matches ? 'done' : 'skipped', matches ? '' : NO_MATCH)
  await update(
    tx,
    'rules',
    { gid: rule.gid },
    { last_run_at: tx.now, ...(matches && { failures: 0, last_error: null }) },
  )
  return { checks: [committed => mustStillEdit(committed, rule), ...checks] }
}

const canEdit = async (reader: Reader, { owner, project }: RuleRow): Promise<boolean> =>
  allows((await cachedRights(reader, owner, 'project', [project])).get(project), 'edit')

/** Throws if the owner can no longer edit the project: then the run starts again, and pauses the rule. */
async function mustStillEdit(committed: Reader, rule: RuleRow): Promise<void> {
  if (!(await canEdit(committed, rule))) throw new RightLowered()
}

/** Whether all conditions hold. */
const holdsFor = ({ conditions }: Definition, subject: ConditionSubject): boolean =>
  conditions.every((condition, index) =>
    kindOf(conditionKinds, condition).holds(condition, subject, `conditions: [${index}]`),
  )

/** Why a rule can no longer run; undefined if it can. */
async function refusalOf(tx: Writer, rule: RuleRow): Promise<string | undefined> {
  if (!(await canEdit(tx, rule))) return OWNER_LOST_ACCESS
  try {
    await mustHaveFeature(tx, rule.workspace, 'rules')
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

/** The task of a run as the owner sees it; undefined if it is no longer in the project. */
async function taskOf(
  tx: Writer,
  operations: OperationRunner,
  actor: Actor,
  { task, project }: RunRow,
): Promise<ShownTask | undefined> {
  if (!(await isTaskIn(tx, task, project))) return undefined
  return (await operations.show(tx, actor, 'task', task, SHOWN_FIELDS)) as ShownTask | undefined
}

/** Throws 400 if the owner cannot use an object that the definition names, such as a deleted one. */
async function mustSeeReferences(reader: Reader, me: number, definition: Definition): Promise<void> {
  const references = referencesIn(definition)
  const byType = new Map<Name, Set<number>>()
  for (const { types, text } of references)
    for (const type of types) byType.set(type, (byType.get(type) ?? new Set()).add(Number(text)))
  const found = new Map<Name, Awaited<ReturnType<typeof cachedRights>>>()
  for (const [type, gids] of byType) found.set(type, await cachedRights(reader, me, type, [...gids]))
  for (const { at, types, text, need } of references) {
    const isUsable = types.some(type => allows(found.get(type)?.get(Number(text)), need ?? 'view'))
    if (!isUsable) throw unrecognized(at, text)
  }
}

interface ActingRun {
  definition: Definition
  subject: ActionSubject
  rule: RuleRow
  run: RunRow
  task: ShownTask
}

/** Performs the actions in order. Returns the checks of the rights that they relied on. */
async function act(tx: Writer, operations: OperationRunner, actor: Actor, acting: ActingRun): Promise<RightsCheck[]> {
  const checks: RightsCheck[] = []
  for (const action of acting.definition.actions) {
    const kind = kindOf(actionKinds, action)
    for (const call of kind.operations?.(action, acting.subject) ?? [])
      checks.push(await operations.perform(tx, actor, call))
    const request = kind.request?.(action, acting.subject)
    if (request) await queueRequest(tx, acting, request)
  }
  return checks
}

/** Queues a request, which another job sends after the commit. */
async function queueRequest(
  tx: Writer,
  { rule, run, task }: ActingRun,
  { url, values }: { url: string; values: unknown },
): Promise<void> {
  if ((await countRequests(tx, rule.gid)) >= MAX_REQUESTS)
    throw malformed(`${MAX_REQUESTS} requests of this rule are waiting to be sent`)
  const body = JSON.stringify({
    rule: { gid: String(rule.gid), name: rule.name },
    run: String(run.gid),
    task: { gid: task.gid, resource_type: 'task', name: task.name },
    data: values,
  })
  await insert(tx, 'rule_requests', {
    ...{ gid: tx.gid(), rule: rule.gid, url, body, attempts: 0, send_at: tx.now, created_at: tx.now },
  })
  await schedule(tx, SEND_REQUESTS, rule.gid, tx.now)
}
