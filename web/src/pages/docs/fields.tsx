/** Lists of fields: the name, what kind of value it is, what holds for it, and what it says. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { flatten, kindOf, membersOf, type Reference, type Schema } from './document.ts'
import { Prose } from './text.tsx'

export interface FieldEntry {
  name: string
  schema: Schema
  isRequired?: boolean
  description?: string
}

interface Props {
  reference: Reference
  fields: FieldEntry[]
  /** What stands before the name in its anchor; no anchors without it. */
  anchor?(name: string): string
  /** Whether to say which cannot be written: not where all can. */
  marksReadOnly?: boolean
  /** A field that must be shown, though it comes late. */
  wanted?: string
}

const MAX_COLLAPSED_FIELDS = 8

/** The first few, and the others for those who want them. */
export function FieldList({ fields, wanted, ...rest }: Props) {
  const [isLong, setLong] = useState(false)
  const isWanted = fields.findIndex(({ name }) => rest.anchor?.(name) === wanted) >= MAX_COLLAPSED_FIELDS
  const shown =
    isLong || isWanted || fields.length <= MAX_COLLAPSED_FIELDS + 2 ? fields : fields.slice(0, MAX_COLLAPSED_FIELDS)
  return (
    <>
      <ul className="fields">
        {shown.map(field => (
          <FieldRow key={field.name} field={field} {...rest} />
        ))}
      </ul>
      {shown.length < fields.length ? (
        <Button onPress={() => setLong(true)}>{`Show all ${fields.length}`}</Button>
      ) : null}
    </>
  )
}

interface FieldRowProps extends Omit<Props, 'fields' | 'wanted'> {
  field: FieldEntry
  depth?: number
}

const MAX_DEPTH = 3

function FieldRow({ reference, field, anchor, marksReadOnly = false, depth = 0 }: FieldRowProps) {
  const { name, schema, isRequired = false } = field
  const flat = flatten(reference.document, schema)
  const description = field.description ?? flat.description ?? ''
  const members = depth < MAX_DEPTH ? membersOf(reference, schema) : []
  const isReadOnly = marksReadOnly && flat.readOnly
  return (
    <li className="field-row" id={anchor?.(name)} tabIndex={anchor ? -1 : undefined}>
      <div className="field-head">
        <code className="field-name">{name}</code>
        <FieldKind reference={reference} schema={schema} />
        {isRequired ? <span className="mark-required">required</span> : null}
        {isReadOnly ? <span className="mark-soft">read-only</span> : null}
        {flat.isNullable ? <span className="mark-soft">may be null</span> : null}
      </div>
      {description ? (
        <p>
          <Prose text={description} />
        </p>
      ) : null}
      <Limits values={flat.items ? flatten(reference.document, flat.items).enum : flat.enum} schema={flat} />
      {members.length > 0 ? (
        <details className="field-members">
          <summary>{`Members of ${name}`}</summary>
          <ul className="fields">
            {members.map(([member, inner]) => (
              <FieldRow
                key={member}
                {...{ reference, marksReadOnly }}
                field={{ name: member, schema: inner }}
                depth={depth + 1}
              />
            ))}
          </ul>
        </details>
      ) : null}
    </li>
  )
}

function FieldKind({ reference, schema }: { reference: Reference; schema: Schema }) {
  const { text, type } = kindOf(reference, schema)
  return (
    <span className="field-kind">
      {type === undefined ? (
        text
      ) : (
        <Link to="/docs/$type" params={{ type }}>
          {text}
        </Link>
      )}
    </span>
  )
}

function Limits({ values = [], schema }: { values: unknown[] | undefined; schema: Schema }) {
  const { maxLength, minimum, maximum } = schema
  const said: ReactNode[] = values
    .filter(value => value !== null)
    .map(value => <code key={String(value)}>{String(value)}</code>)
  if (maxLength !== undefined) said.push(`at most ${maxLength.toLocaleString('en')} characters`)
  if (minimum !== undefined && maximum !== undefined) said.push(`${minimum} to ${maximum}`)
  return said.length > 0 ? <p className="field-limits">{said}</p> : null
}
