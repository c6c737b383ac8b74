/** The dialog of the rules of a project: the list, the form of one rule, and its runs. */
import './rules.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import Zap from 'lucide-react/icons/zap'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Confirm, Dialog } from '../../../components/dialog.tsx'
import { EmptyState } from '../../../components/display/empty_state.tsx'
import { useNotice } from '../../../components/notices.tsx'
import { Loaded } from '../../../components/states.tsx'
import type { Project } from '../use_project.ts'
import { deleteRule, partKinds, type Rule, rulesOf } from './rule.ts'
import { RuleForm } from './rule_form.tsx'
import { RuleRow } from './rule_list.tsx'
import { Runs } from './runs.tsx'

type View = { kind: 'list' } | { kind: 'form'; rule: Rule | null } | { kind: 'runs' | 'delete'; rule: Rule }

const LIST: View = { kind: 'list' }

const titleOf = (view: View): string => {
  if (view.kind === 'form') return view.rule ? 'Edit rule' : 'New rule'
  return view.kind === 'runs' ? `Runs of ${view.rule.name}` : 'Rules'
}

interface RuleListProps {
  project: Project
  open(view: View): void
  onClose(): void
}

function RuleList({ project, open, onClose }: RuleListProps) {
  const query = useQuery(rulesOf(project.gid))
  return (
    <Loaded query={query}>
      {rules => (
        <>
          {rules.length === 0 ? (
            <EmptyState
              icon={Zap}
              title="No rules yet"
              hint="A rule does something when something happens to a task: it moves, assigns or comments."
            />
          ) : (
            <ul className="rules" aria-label="Rules">
              {rules.map(rule => (
                <RuleRow
                  key={rule.gid}
                  project={project.gid}
                  rule={rule}
                  onChanged={() => void query.refetch()}
                  onEdit={() => open({ kind: 'form', rule })}
                  onRuns={() => open({ kind: 'runs', rule })}
                  onDelete={() => open({ kind: 'delete', rule })}
                />
              ))}
            </ul>
          )}
          <div className="form-end">
            <Button kind="primary" icon={Plus} onPress={() => open({ kind: 'form', rule: null })}>
              Add rule
            </Button>
            <Button onPress={onClose}>Done</Button>
          </div>
        </>
      )}
    </Loaded>
  )
}

export interface RulesDialogProps {
  project: Project
  onClose(): void
}

export function RulesDialog({ project, onClose }: RulesDialogProps) {
  const [view, setView] = useState<View>(LIST)
  const kinds = useQuery(partKinds)
  const client = useQueryClient()
  const notify = useNotice()
  const back = (notice: string) => {
    void client.invalidateQueries({ queryKey: rulesOf(project.gid).queryKey })
    notify(notice)
    setView(LIST)
  }
  if (view.kind === 'delete') {
    const { gid, name } = view.rule
    return (
      <Confirm
        title={`Delete ${name}?`}
        action="Delete rule"
        run={() => deleteRule(gid)}
        onDone={() => back('Rule deleted')}
        onClose={() => setView(LIST)}
      >
        <p>The rule and its runs are deleted. What the rule did stays.</p>
      </Confirm>
    )
  }
  return (
    <Dialog key={view.kind} title={titleOf(view)} onClose={onClose}>
      {view.kind === 'list' ? <RuleList project={project} open={setView} onClose={onClose} /> : null}
      {view.kind === 'runs' ? <Runs rule={view.rule} onBack={() => setView(LIST)} /> : null}
      {view.kind === 'form' ? (
        <Loaded query={kinds}>
          {found => (
            <RuleForm
              {...{ project, rule: view.rule, kinds: found }}
              onSaved={() => back(view.rule ? 'Rule saved' : 'Rule created')}
              onCancel={() => setView(LIST)}
            />
          )}
        </Loaded>
      ) : null}
    </Dialog>
  )
}
