/** Runs a rule on a task, with values for its texts. A job performs the run, with the rights of the owner of the rule. */
import { invalidReference, notAllowed, tooMany } from '../../lib/errors.ts'
import { isTaskIn, requestTriggerOf } from '../../store/queries/automation/rules.ts'
import { countWaitingRuns } from '../../store/queries/automation/runs.ts'
import { json, one } from '../../vocabulary/field.ts'
import { action } from '../../vocabulary/operation.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { ruleTrigger } from './rule_trigger.ts'
import { mustBeSmall } from './rules/part.ts'
import { MAX_WAITING_RUNS, startRuns } from './rules/start_runs.ts'

const MAX_PAYLOAD_BYTES = 16 * 1024
/** Seconds after which a client may try again when too many runs wait. */
const RETRY_SECONDS = 60

export const operations = [
  action('/rule_triggers/{rule_trigger_gid}/run', ruleTrigger, {
    id: 'triggerRule',
    doc: 'Runs a rule on a task of its project. The values of `action_data` replace variables such as `{{name}}` in its texts.',
    // wire: docs: guests can trigger the rules of what is shared with them
    needs: { rule_trigger_gid: 'view' },
    body: {
      resource: one('task', { need: 'comment', required: true, doc: 'A task in the project of the rule.' }),
      action_data: json({ required: true, doc: 'Values by name, at most 16 KB.' }),
    },
    async execute({ tx, path, body }) {
      const { rule, project, workspace, active } = await requestTriggerOf(tx, path.rule_trigger_gid)
      await mustHaveFeature(tx, workspace, 'rules')
      const payload = body.action_data
      mustBeSmall('action_data', payload, MAX_PAYLOAD_BYTES)
      if (!(await isTaskIn(tx, body.resource, project))) throw invalidReference('resource', body.resource)
      if (active === 0) throw notAllowed('This rule is paused.')
      const waiting = (await countWaitingRuns(tx, [project])).get(project) ?? 0
      if (waiting >= MAX_WAITING_RUNS) throw tooMany(RETRY_SECONDS)
      await startRuns(tx, [{ rule, project, workspace, task: body.resource, change: null, depth: 1, payload }])
      return path.rule_trigger_gid
    },
  }),
]
