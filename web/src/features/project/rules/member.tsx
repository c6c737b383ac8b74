/** The input of one member of a part, by what the server says that it takes. */
import { useId } from 'react'
import type { Gid } from '../../../data/records.ts'
import type { Project } from '../use_project.ts'
import { CustomFieldSelect, ReferenceButton, SectionSelect } from './reference.tsx'
import type { Part, PartMember } from './rule.ts'
import { choiceWords, wordsOf } from './words.ts'

export interface MemberProps {
  member: PartMember
  part: Part
  project: Project
  onChange(part: Part): void
}

/** A part with another value of a member; without it for undefined. */
export function withMember(part: Part, name: string, value: unknown): Part {
  const rest = Object.fromEntries(Object.entries(part).filter(([other]) => other !== name))
  return { ...rest, kind: part.kind, ...(value !== undefined && { [name]: value }) }
}

function ReferenceMember({ member, part, project, onChange }: MemberProps) {
  const { name, types, is_required, is_nullable } = member
  const value = typeof part[name] === 'string' ? (part[name] as Gid) : null
  const [type] = types
  const emptyLabel = is_required ? undefined : type === 'user' ? 'Nobody' : type === 'section' ? 'Any section' : 'None'
  const props = {
    ...{ label: wordsOf(name), value, emptyLabel },
    onChange: (gid: Gid | null) => onChange(withMember(part, name, gid ?? (is_nullable ? null : undefined))),
  }
  if (type === 'section') {
    // An action can name another project, whose sections it then takes.
    const other = part.kind === 'add_to_project' ? ((part.project as Gid | undefined) ?? null) : project.gid
    return <SectionSelect {...props} project={other} />
  }
  if (type === 'custom_field') return <CustomFieldSelect {...props} fields={project.fields} />
  return <ReferenceButton {...props} type={type === 'project' || type === 'tag' ? type : 'user'} />
}

function ChoiceMember({ member: { name, values }, part, onChange }: MemberProps) {
  const id = useId()
  return (
    <div className="rule-member">
      <label htmlFor={id}>{wordsOf(name)}</label>
      <select
        className="input"
        id={id}
        value={String(part[name] ?? '')}
        onChange={event =>
          onChange({
            ...withMember(part, name, event.currentTarget.value),
            ...(name === 'field' && { value: undefined }),
          })
        }
      >
        {values.map(value => (
          <option key={value} value={value}>
            {choiceWords(name, value)}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The longer texts have several lines. */
const LONG: ReadonlySet<string> = new Set(['text', 'data'])

function TextMember({ member: { name, type, doc }, part, onChange }: MemberProps) {
  const id = useId()
  const value = part[name]
  const shown =
    value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const change = (typed: string) => {
    const isNumber = type === 'number' && typed.trim() !== '' && !Number.isNaN(Number(typed))
    onChange(withMember(part, name, typed === '' ? undefined : isNumber ? Number(typed) : typed))
  }
  const props = {
    ...{ className: 'input', id, value: shown, 'aria-describedby': `${id}-hint` },
    onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
  }
  return (
    <div className="rule-member">
      <label htmlFor={id}>{wordsOf(name)}</label>
      {LONG.has(name) ? (
        <textarea rows={3} {...props} />
      ) : (
        <input {...props} type={type === 'number' ? 'number' : 'text'} autoComplete="off" />
      )}
      <span className="hint" id={`${id}-hint`}>
        {doc}
      </span>
    </div>
  )
}

export function Member(props: MemberProps) {
  const { types, values } = props.member
  if (types.length > 0) return <ReferenceMember {...props} />
  if (values.length > 0) return <ChoiceMember {...props} />
  return <TextMember {...props} />
}
