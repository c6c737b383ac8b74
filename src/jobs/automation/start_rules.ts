/** The job that starts rules: it compares the changes of a workspace with the active rules of their projects. */
import { loadDefinition } from '../../resources/automation/rules/definition.ts'
import { kindOf, type Part } from '../../resources/automation/rules/part.ts'
import { pauseRule } from '../../resources/automation/rules/rule.ts'
import { MAX_WAITING_RUNS, type NewRun, startRuns } from '../../resources/automation/rules/start_runs.ts'
import { triggerKinds } from '../../resources/automation/rules/triggers.ts'
import { updateAll } from '../../store/change.ts'
import type { Store, Writer } from '../../store/db.ts'
import { behindRules, changesOfRuleProjects, type ProjectChange } from '../../store/queries/automation/changes.ts'
import { activeRulesIn, type RuleRow } from '../../store/queries/automation/rules.ts'
import { countWaitingRuns } from '../../store/queries/automation/runs.ts'
import { followLog } from '../follow_log.ts'
import type { JobKind } from '../worker.ts'

/** The name of the setting, before the gid of the workspace. */
const POSITION = 'rule_position '

const QUEUE_FULL = `A change did not start this rule, because ${MAX_WAITING_RUNS} runs of the project were waiting.`
const PROJECT_DELETED = 'The project was deleted.'

export const startRules = ({ store }: { store: Store }): JobKind =>
  followLog(store, POSITION, behindRules, () => ({
    read: range => changesOfRuleProjects(store.read, range),
    record: startOn,
  }))

/** Starts the rules that these changes start, and pauses those of deleted projects. */
async function startOn(tx: Writer, changes: readonly ProjectChange[]): Promise<void> {
  if (changes.length === 0) return
  const rules = new Map<number, StartableRule[]>()
  for (const rule of await activeRulesIn(tx, [...new Set(changes.map(({ project }) => project))])) {
    const { trigger } = loadDefinition(rule.definition)
    rules.set(rule.project, [...(rules.get(rule.project) ?? []), { ...rule, trigger }])
  }
  const runs: NewRun[] = []
  for (const change of changes) {
    const all = rules.get(change.project) ?? []
    if (change.resource_type === 'project') for (const { gid } of all) await pauseRule(tx, gid, PROJECT_DELETED)
    else runs.push(...all.filter(rule => isStartedBy(rule, change)).map(rule => runOf(rule, change)))
  }
  await startWithin(tx, runs)
}

/** A rule with its trigger, which is parsed once for all changes. */
interface StartableRule extends RuleRow {
  trigger: Part
}

const isStartedBy = ({ since, trigger }: StartableRule, change: ProjectChange): boolean =>
  change.gid > since && (kindOf(triggerKinds, trigger).isStartedBy?.(trigger, change) ?? false)

const runOf = ({ gid: rule, project, workspace }: RuleRow, { gid: change, resource: task, depth }: ProjectChange) => ({
  ...{ rule, project, workspace, task, change, depth: depth + 1 },
})

/** Starts as many of these runs as may wait in their projects. The rules of the others show that. */
async function startWithin(tx: Writer, runs: readonly NewRun[]): Promise<void> {
  if (runs.length === 0) return
  const waiting = await countWaitingRuns(tx, [...new Set(runs.map(({ project }) => project))])
  const [started, refused]: [NewRun[], Set<number>] = [[], new Set()]
  for (const run of runs) {
    const count = waiting.get(run.project) ?? 0
    waiting.set(run.project, count + 1)
    if (count < MAX_WAITING_RUNS) started.push(run)
    else refused.add(run.rule)
  }
  await startRuns(tx, started)
  await updateAll(tx, 'rules', [...refused], { last_error: QUEUE_FULL })
}
