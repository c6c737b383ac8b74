/** The formula of a field, checked by the server while it is typed. */
import { useEffect, useId, useRef, useState } from 'react'
import { checkFormula, namedProblem, storedFormula } from '../../../data/field_definitions.ts'
import { useCache } from '../../../data/hooks.ts'
import type { NamedObject } from '../../../data/types.ts'

const CHECK_DELAY_MS = 300

interface Props {
  value: string
  /** The fields that it can name. */
  fields: readonly NamedObject[]
  onChange(value: string): void
}

/** What the server would refuse of a formula; undefined while that is not known. */
function useProblem(formula: string): string | null | undefined {
  const { workspace } = useCache()
  const [checked, setChecked] = useState<{ formula: string; problem: string | null }>()
  useEffect(() => {
    if (formula.trim() === '') return
    let isCurrent = true
    const timer = setTimeout(() => {
      checkFormula(workspace, formula).then(
        problem => isCurrent && setChecked({ formula, problem }),
        // Saving checks again.
        () => undefined,
      )
    }, CHECK_DELAY_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [workspace, formula])
  return checked?.formula === formula ? checked.problem : undefined
}

export function FormulaInput({ value, fields, onChange }: Props) {
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const refused = useProblem(storedFormula(value, fields))
  const problem = refused && namedProblem(refused, value, fields)
  const isEmpty = value.trim() === ''
  const insert = (name: string) => {
    const { selectionStart = value.length, selectionEnd = value.length } = input.current ?? {}
    onChange(`${value.slice(0, selectionStart)}{${name}}${value.slice(selectionEnd)}`)
    input.current?.focus()
  }
  return (
    <div className="field">
      <label htmlFor={id}>Formula</label>
      <textarea
        ref={input}
        id={id}
        className="input code-input"
        rows={3}
        spellCheck={false}
        maxLength={1000}
        value={value}
        placeholder="{Estimate} * 1.5"
        aria-invalid={Boolean(!isEmpty && problem)}
        aria-describedby={`${id}-state`}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-state`} className="formula-state" role="status" data-wrong={!isEmpty && problem ? '' : undefined}>
        {isEmpty
          ? 'Numbers, fields and functions'
          : problem === undefined
            ? 'Checking…'
            : (problem ?? 'Formula is valid')}
      </p>
      {fields.length > 0 ? (
        <div className="formula-fields">
          {fields.map(({ gid, name }) => (
            <button key={gid} type="button" className="chip color-none" onClick={() => insert(name)}>
              <span className="visually-hidden">Insert </span>
              <span className="chip-text">{name}</span>
            </button>
          ))}
        </div>
      ) : null}
      <a className="formula-help" href="/docs/guides/formulas" target="_blank" rel="noreferrer">
        Functions and examples
      </a>
    </div>
  )
}
