/** One part of a rule: its kind, and the members of that kind. */
import X from 'lucide-react/icons/x'
import { useId } from 'react'
import { IconButton } from '../../../components/control/icon_button.tsx'
import type { Project } from '../use_project.ts'
import { newPart } from './draft.ts'
import { Member } from './member.tsx'
import type { Part, PartKind, PartMember } from './rule.ts'
import { ValueMember } from './value_member.tsx'
import { wordsOf } from './words.ts'

interface Props {
  /** "Trigger", "Condition" or "Action". */
  label: string
  part: Part
  kinds: readonly PartKind[]
  project: Project
  problem: string | undefined
  onChange(part: Part): void
  onRemove?(): void
}

/** The value and the comparison of a part are typed by its field; a value of a request is a text. */
const isTyped = ({ name }: PartMember): boolean => name === 'is' || name === 'value'

export function PartEditor({ label, part, kinds, project, problem, onChange, onRemove }: Props) {
  const id = useId()
  const kind = kinds.find(one => one.kind === part.kind)
  const choose = (name: string) => {
    const chosen = kinds.find(one => one.kind === name)
    if (chosen) onChange(newPart(chosen))
  }
  return (
    <fieldset className="rule-part" aria-label={label} aria-describedby={problem ? `${id}-problem` : undefined}>
      <div className="rule-part-head">
        <select
          className="input"
          aria-label={label}
          value={part.kind}
          onChange={event => choose(event.currentTarget.value)}
        >
          {kind ? null : <option value={part.kind}>{wordsOf(part.kind)}</option>}
          {kinds.map(one => (
            <option key={one.kind} value={one.kind}>
              {wordsOf(one.kind)}
            </option>
          ))}
        </select>
        {onRemove ? (
          <IconButton
            icon={X}
            size="small"
            label={`Remove ${label.toLowerCase()}: ${wordsOf(part.kind)}`}
            onPress={onRemove}
          />
        ) : null}
      </div>
      {kind?.fields.map(member => {
        const props = { member, part, project, onChange }
        return isTyped(member) ? <ValueMember key={member.name} {...props} /> : <Member key={member.name} {...props} />
      })}
      {problem ? (
        <p className="field-error" role="alert" id={`${id}-problem`}>
          {problem}
        </p>
      ) : null}
    </fieldset>
  )
}
