/** Lists of fields: name, kind of value, constraints and description. */
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
  /** The id of the anchor of a field. Without it, fields have no anchors. */
  anchor?(name: string): string
  /** Whether read-only fields are marked. */
  marksReadOnly?: boolean
  /** The anchor of a field that must be visible in a collapsed list. */
  targetAnchor?: string
}

const MAX_COLLAPSED_FIELDS = 8

/** A list of fields. A long one is collapsed. */
export function FieldList({ fields, targetAnchor, ...rest }: Props) {
  const [isLong, setLong] = useState(false)
  const hasTarget = fields.findIndex(({ name }) => rest.anchor?.(name) === targetAnchor) >= MAX_COLLAPSED_FIELDS
  const shown =
    isLong || hasTarget || fields.length <= MAX_COLLAPSED_FIELDS + 2 ? fields : fields.slice(0, MAX_COLLAPSED_FIELDS)
  return (
    <>
      <ul className="doc-fields">
        {shown.map(field => (
          <FieldRow key={field.name} field={field} {...rest} />
        ))}
      </ul>
      {shown.length < fields.length ? (
        <Button onPress={() => setLong(true)}>{`Show all ${fields.length} fields`}</Button>
      ) : null}
    </>
  )
}

interface FieldRowProps extends Omit<Props, 'fields' | 'targetAnchor'> {
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
    <li className="doc-field" id={anchor?.(name)} tabIndex={anchor ? -1 : undefined}>
      <div className="field-head">
        <code className="doc-field-name">{name}</code>
        <FieldKind reference={reference} schema={schema} />
        {isRequired ? <span className="mark-required">required</span> : null}
        {isReadOnly ? <span className="mark-soft">read-only</span> : null}
        {flat.isNullable ? <span className="mark-soft">nullable</span> : null}
      </div>
      {description ? (
        <p>
          <Prose text={description} />
        </p>
      ) : null}
      <Constraints values={flat.items ? flatten(reference.document, flat.items).enum : flat.enum} schema={flat} />
      {members.length > 0 ? (
        <details className="field-members">
          <summary>{`Fields of ${name}`}</summary>
          <ul className="doc-fields">
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

function Constraints({ values = [], schema }: { values: unknown[] | undefined; schema: Schema }) {
  const { maxLength, minimum, maximum } = schema
  const constraints: ReactNode[] = values
    .filter(value => value !== null)
    .map(value => <code key={String(value)}>{String(value)}</code>)
  if (maxLength !== undefined) constraints.push(`at most ${maxLength.toLocaleString('en')} characters`)
  if (minimum !== undefined && maximum !== undefined) constraints.push(`${minimum} to ${maximum}`)
  return constraints.length > 0 ? <p className="field-limits">{constraints}</p> : null
}
