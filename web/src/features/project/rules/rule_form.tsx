/** The form of a rule: when it starts, on which conditions, and what it does. */
import { useMutation } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Problem } from '../../../components/states.tsx'
import { Failure } from '../../../data/call.ts'
import type { Project } from '../use_project.ts'
import { type Draft, definitionOf, draftOf, draftPart, newPart, type PartList, problemIn } from './draft.ts'
import { PartEditor } from './part_editor.tsx'
import { type PartKinds, type Rule, saveRule } from './rule.ts'

interface Props {
  project: Project
  /** The rule to change; null for a new one. */
  rule: Rule | null
  kinds: PartKinds
  onSaved(rule: Rule): void
  onCancel(): void
}

const MAX_PARTS = 20

/** A text that was typed as JSON, as the object that it is. */
function withData(draft: Draft): Draft {
  const actions = draft.actions.map(one => {
    const { data } = one.part
    if (typeof data !== 'string') return one
    try {
      return { ...one, part: { ...one.part, data: JSON.parse(data) as unknown } }
    } catch {
      // The server explains what it expects.
      return one
    }
  })
  return { ...draft, actions }
}

interface PartsProps extends Pick<Props, 'project' | 'kinds'> {
  list: PartList
  draft: Draft
  problemOf(list: string, index: number | null): string | undefined
  onChange(draft: Draft): void
}

const WORDS = {
  conditions: { title: 'If all of these hold', one: 'Condition', add: 'Add condition' },
  actions: { title: 'Do this, in order', one: 'Action', add: 'Add action' },
} as const

function Parts({ list, draft, kinds, project, problemOf, onChange }: PartsProps) {
  const id = useId()
  const { title, one, add } = WORDS[list]
  const parts = draft[list]
  const set = (next: Draft[PartList]) => onChange({ ...draft, [list]: next })
  const [first] = kinds[list]
  const problem = problemOf(list, null)
  return (
    <section aria-labelledby={id} className="rule-parts">
      <h3 id={id}>{title}</h3>
      {parts.map(({ key, part }, index) => (
        <PartEditor
          key={key}
          {...{ label: one, part, project, kinds: kinds[list], problem: problemOf(list, index) }}
          onChange={changed => set(parts.with(index, { key, part: changed }))}
          onRemove={() => set(parts.toSpliced(index, 1))}
        />
      ))}
      {problem ? (
        <p className="field-error" role="alert">
          {problem}
        </p>
      ) : null}
      {first && parts.length < MAX_PARTS ? (
        <Button kind="ghost" size="small" icon={Plus} onPress={() => set([...parts, draftPart(newPart(first))])}>
          {add}
        </Button>
      ) : null}
    </section>
  )
}

export function RuleForm({ project, rule, kinds, onSaved, onCancel }: Props) {
  const id = useId()
  const [draft, setDraft] = useState(() => draftOf(rule, kinds))
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      saveRule(project.gid, rule?.gid ?? null, { name: draft.name.trim(), ...definitionOf(withData(draft)) }),
    onSuccess: onSaved,
  })
  const found = error instanceof Failure ? problemIn(error.message) : null
  const problemOf = (list: string, index: number | null) =>
    found?.list === list && found.index === index ? found.text : undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  const shared = { draft, kinds, project, problemOf, onChange: setDraft }
  return (
    <form className="form rule-form" onSubmit={send}>
      <div className="rule-member">
        <label htmlFor={id}>Rule name</label>
        <input
          className="input"
          id={id}
          required
          maxLength={255}
          autoComplete="off"
          value={draft.name}
          onChange={event => setDraft({ ...draft, name: event.currentTarget.value })}
        />
      </div>
      <section aria-labelledby={`${id}-when`} className="rule-parts">
        <h3 id={`${id}-when`}>When</h3>
        <PartEditor
          {...{ label: 'Trigger', part: draft.trigger.part, kinds: kinds.triggers, project }}
          problem={problemOf('trigger', null)}
          onChange={part => setDraft({ ...draft, trigger: { ...draft.trigger, part } })}
        />
      </section>
      <Parts {...shared} list="conditions" />
      <Parts {...shared} list="actions" />
      {error && !found ? <Problem error={error} /> : null}
      <div className="form-end">
        <Button type="submit" kind="primary" pending={isPending}>
          {rule ? 'Save rule' : 'Create rule'}
        </Button>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
