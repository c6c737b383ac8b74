/** The rules of a project, each with its switch. */
import { useMutation } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { IconButton } from '../../../components/control/icon_button.tsx'
import { Switch } from '../../../components/control/switch.tsx'
import { DateTime } from '../../../components/date_time.tsx'
import { useNotice } from '../../../components/notices.tsx'
import { Message } from '../../../components/states.tsx'
import type { Gid } from '../../../data/records.ts'
import { type Rule, setActive } from './rule.ts'
import { useNames } from './use_names.ts'
import { summaryOf } from './words.ts'

interface Props {
  project: Gid
  rule: Rule
  onChanged(): void
  onEdit(): void
  onRuns(): void
  onDelete(): void
}

export function RuleRow({ project, rule, onChanged, onEdit, onRuns, onDelete }: Props) {
  const nameOf = useNames(project, rule)
  const notify = useNotice()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (isActive: boolean) => setActive(rule.gid, isActive),
    onError: error => notify({ text: error.message, isError: true }),
    onSettled: onChanged,
  })
  const isActive = isPending ? variables : rule.is_active
  const { when, effects } = summaryOf(rule, nameOf)
  const { name, rule_trigger: trigger, last_run_at: lastRun } = rule
  return (
    <li className="rule">
      <div className="rule-head">
        <Switch isOn={isActive} isDisabled={isPending} onChange={mutate}>
          {name}
        </Switch>
        <span className="rule-tools">
          <IconButton icon={History} size="small" label={`Runs of ${name}`} onPress={onRuns} />
          <IconButton icon={Pencil} size="small" label={`Edit ${name}`} onPress={onEdit} />
          <IconButton icon={Trash} size="small" label={`Delete ${name}`} onPress={onDelete} />
        </span>
      </div>
      <p className="rule-summary">
        {when} <span aria-hidden="true">→</span> {effects}
      </p>
      <p className="rule-facts">
        Runs as {rule.owner.name}
        {lastRun ? (
          <>
            , last <DateTime at={lastRun} />
          </>
        ) : (
          ', no run yet'
        )}
        {trigger ? (
          <>
            ; requests to <code>{`/api/1.0/rule_triggers/${trigger.gid}/run`}</code>
          </>
        ) : null}
      </p>
      <Message text={rule.paused_reason ?? rule.last_error} />
    </li>
  )
}
