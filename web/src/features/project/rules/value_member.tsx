/** The value that a condition compares with, or that an action sets: typed by the field that the part names. */
import { useId } from 'react'
import { useRecord } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import { type MemberProps, withMember } from './member.tsx'
import { ReferenceButton } from './reference.tsx'
import { comparisonsOf, needsValue, shownValue, storedValue, valueInput } from './values.ts'
import { choiceWords } from './words.ts'

const INPUT_TYPES = { text: 'text', number: 'number', date: 'date' } as const

function Comparison({ member: { values }, part, onChange, offered }: MemberProps & { offered: readonly string[] }) {
  const id = useId()
  const current = String(part.is ?? values[0] ?? '')
  const options = offered.includes(current) ? offered : [current, ...offered]
  const change = (is: string) =>
    onChange({ ...withMember(part, 'is', is), ...(!needsValue(is) && { value: undefined }) })
  return (
    <div className="rule-member">
      <label htmlFor={id}>Comparison</label>
      <select className="input" id={id} value={current} onChange={event => change(event.currentTarget.value)}>
        {options.map(value => (
          <option key={value} value={value}>
            {choiceWords('is', value)}
          </option>
        ))}
      </select>
    </div>
  )
}

export function ValueMember(props: MemberProps) {
  const { member, part, onChange } = props
  const id = useId()
  const record = useRecord(part.custom_field as Gid | undefined)
  const input = valueInput(part, record)
  if (member.name === 'is') return <Comparison {...props} offered={comparisonsOf(input, member.values)} />
  if (!needsValue(part.is)) return null
  const shown = shownValue(part.value)
  const isSet = part.kind.startsWith('set_')
  const change = (value: string) => onChange(withMember(part, 'value', storedValue(input, value, isSet)))
  if (input.type === 'person') {
    const value = shown === '' ? null : shown
    return (
      <ReferenceButton
        type="user"
        label="Value"
        value={value}
        emptyLabel="Nobody"
        onChange={gid => change(gid ?? '')}
      />
    )
  }
  return (
    <div className="rule-member">
      <label htmlFor={id}>Value</label>
      {input.type === 'choice' ? (
        <select className="input" id={id} value={shown} onChange={event => change(event.currentTarget.value)}>
          <option value="">None</option>
          {input.options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          className="input"
          id={id}
          type={INPUT_TYPES[input.type]}
          step="any"
          autoComplete="off"
          value={shown}
          onChange={event => change(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
