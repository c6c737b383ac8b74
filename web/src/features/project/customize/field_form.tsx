/** What a person fills in to define or to edit a custom field. */
import { useId } from 'react'
import { SettingSelect } from '../../../components/choices/setting_select.tsx'
import {
  FIELD_TYPES,
  type FieldType,
  NUMBER_FORMATS,
  REFERENCE_TYPES,
  typeName,
} from '../../../data/field_definitions.ts'
import type { NamedObject } from '../../../data/types.ts'
import { type FieldDraft, hasNumberFormat, hasOptions } from './draft.ts'
import { FormulaInput } from './formula_input.tsx'
import { OptionsEditor } from './options_editor.tsx'

interface Props {
  draft: FieldDraft
  /** Whether the field exists: its type cannot change then. */
  isStored: boolean
  /** The fields that a formula can name. */
  fields: readonly NamedObject[]
  onChange(members: Partial<FieldDraft>): void
}

export function FieldForm({ draft, isStored, fields, onChange }: Props) {
  return (
    <>
      <TextInput label="Field name" value={draft.name} isFirst onChange={name => onChange({ name })} />
      {isStored ? (
        <p className="hint">Type: {typeName(draft.type)}. The type of a field cannot change.</p>
      ) : (
        <SettingSelect<FieldType>
          label="Type"
          options={FIELD_TYPES}
          value={draft.type}
          onChange={type => onChange({ type })}
        />
      )}
      {hasOptions(draft) ? <OptionsEditor options={draft.options} onChange={options => onChange({ options })} /> : null}
      {draft.type === 'formula' ? (
        <FormulaInput value={draft.formula} fields={fields} onChange={formula => onChange({ formula })} />
      ) : null}
      {hasNumberFormat(draft) ? <NumberFormat draft={draft} onChange={onChange} /> : null}
      {draft.type === 'custom_id' && !isStored ? (
        <TextInput
          label="Prefix"
          hint="Letters, digits, - and _: tasks get BUG-1, BUG-2 and so on."
          value={draft.prefix}
          onChange={prefix => onChange({ prefix })}
        />
      ) : null}
      {draft.type === 'reference' && !isStored ? (
        <fieldset className="field checks">
          <legend>Refers to</legend>
          <div className="check-grid">
            {REFERENCE_TYPES.map(([value, text]) => (
              <label key={value} className="check">
                <input
                  type="checkbox"
                  checked={draft.references.includes(value)}
                  onChange={event =>
                    onChange({
                      references: event.currentTarget.checked
                        ? [...draft.references, value]
                        : draft.references.filter(one => one !== value),
                    })
                  }
                />
                {text}
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
      <TextInput label="Description" value={draft.description} onChange={description => onChange({ description })} />
    </>
  )
}

const PRECISIONS = ['0', '1', '2', '3', '4', '5', '6'].map(digits => [digits, digits] as const)

const UNIT_POSITIONS = [
  ['suffix', 'After the number'],
  ['prefix', 'Before the number'],
] as const

function NumberFormat({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) {
  const { format, precision, currency, unit, unitPosition } = draft
  const isWhole = format === 'duration' || format === 'identifier'
  return (
    <div className="field-format">
      <SettingSelect
        label="Format"
        options={NUMBER_FORMATS}
        value={format as (typeof NUMBER_FORMATS)[number][0]}
        onChange={next => onChange({ format: next })}
      />
      {isWhole ? null : (
        <SettingSelect
          label="Decimal places"
          options={PRECISIONS}
          value={String(precision)}
          onChange={digits => onChange({ precision: Number(digits) })}
        />
      )}
      {format === 'currency' ? (
        <TextInput
          label="Currency"
          hint="Such as EUR"
          value={currency}
          onChange={next => onChange({ currency: next })}
        />
      ) : null}
      {format === 'custom' ? (
        <>
          <TextInput label="Unit" value={unit} onChange={next => onChange({ unit: next })} />
          <SettingSelect
            label="Position of the unit"
            options={UNIT_POSITIONS}
            value={unitPosition as 'suffix'}
            onChange={next => onChange({ unitPosition: next })}
          />
        </>
      ) : null}
    </div>
  )
}

interface TextInputProps {
  label: string
  hint?: string
  value: string
  isFirst?: boolean
  onChange(value: string): void
}

function TextInput({ label, hint, value, isFirst = false, onChange }: TextInputProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      <input
        id={id}
        className="input"
        value={value}
        maxLength={1024}
        autoComplete="off"
        // The dialog opens to name a field.
        // biome-ignore lint/a11y/noAutofocus: as above
        autoFocus={isFirst}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={event => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
