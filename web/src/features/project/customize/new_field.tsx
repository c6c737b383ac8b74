/** The dialog that adds a field to a project: a new one, or one of the library. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Segmented } from '../../../components/control/segmented.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { matching } from '../../../components/picker/match.ts'
import { Loaded, Problem } from '../../../components/states.tsx'
import {
  addField,
  createLibraryField,
  fieldLibraryQuery,
  typeName,
  typeOfField,
} from '../../../data/field_definitions.ts'
import { useCache } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import type { NamedObject } from '../../../data/types.ts'
import { emptyDraft, newMembers } from './draft.ts'
import { FieldForm } from './field_form.tsx'

const SOURCES = [
  { id: 'new', label: 'New field' },
  { id: 'library', label: 'From the library' },
] as const

interface Props {
  project: Gid
  /** The fields of the project. */
  fields: readonly NamedObject[]
  onAdded(): void
  onClose(): void
}

export function NewField(props: Props) {
  const [source, setSource] = useState<(typeof SOURCES)[number]['id']>('new')
  return (
    <Dialog title="New field" onClose={props.onClose}>
      <Segmented label="Source" options={SOURCES} value={source} onChange={setSource} />
      {source === 'new' ? <Definition {...props} /> : <Library {...props} />}
    </Dialog>
  )
}

function Definition({ project, fields, onAdded, onClose }: Props) {
  const { workspace } = useCache()
  const [draft, setDraft] = useState(emptyDraft)
  const create = useMutation({
    mutationFn: async () => {
      const members = newMembers(draft, fields)
      if (!draft.isInLibrary) return addField(project, members)
      const { gid } = await createLibraryField(workspace, members)
      return addField(project, gid)
    },
    onSuccess: onAdded,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!create.isPending) create.mutate()
  }
  return (
    <form className="form field-form" onSubmit={submit}>
      <FieldForm
        draft={draft}
        isStored={false}
        fields={fields}
        onChange={members => {
          create.reset()
          setDraft(known => ({ ...known, ...members }))
        }}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={draft.isInLibrary}
          onChange={event => {
            const isInLibrary = event.currentTarget.checked
            setDraft(known => ({ ...known, isInLibrary }))
          }}
        />
        Add to the library, so that other projects can use it
      </label>
      {create.error ? <Problem error={create.error} /> : null}
      <div className="form-end">
        <Button type="submit" kind="primary" pending={create.isPending}>
          Create field
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

function Library({ project, fields, onAdded }: Props) {
  const { workspace } = useCache()
  const query = useQuery(fieldLibraryQuery(workspace))
  const [text, setText] = useState('')
  const add = useMutation({ mutationFn: (field: Gid) => addField(project, field), onSuccess: onAdded })
  const used = new Set(fields.map(({ gid }) => gid))
  return (
    <>
      <input
        className="input"
        type="search"
        aria-label="Find a field"
        placeholder="Find a field"
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      {add.error ? <Problem error={add.error} /> : null}
      <Loaded query={query}>
        {all => {
          const offered = all.filter(({ gid }) => !used.has(gid)).map(field => ({ ...field, label: field.name }))
          const found = matching(offered, text)
          if (found.length === 0)
            return <p className="hint">{offered.length > 0 ? 'No matches' : 'The library has no further fields.'}</p>
          return (
            <ul className="field-library" aria-label="Library">
              {found.map(field => (
                <li key={field.gid} className="customize-field">
                  <button
                    type="button"
                    className="custom-field-row"
                    disabled={add.isPending}
                    onClick={() => add.mutate(field.gid)}
                  >
                    {field.name}
                  </button>
                  <span className="custom-field-type">{typeName(typeOfField(field))}</span>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </>
  )
}
