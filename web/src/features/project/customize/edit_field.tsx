/** The dialog that edits a custom field: its name, its format, its formula, its options. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Loaded, Problem } from '../../../components/states.tsx'
import {
  addOption,
  definitionQuery,
  type FieldDefinition,
  moveOption,
  updateField,
  updateOption,
} from '../../../data/field_definitions.ts'
import type { NamedObject } from '../../../data/types.ts'
import { changeableMembers, draftOf, type FieldDraft, hasOptions, optionChanges } from './draft.ts'
import { FieldForm } from './field_form.tsx'

interface Props {
  field: NamedObject
  /** The fields that a formula can name. */
  fields: readonly NamedObject[]
  onSaved(): void
  onClose(): void
}

export function EditField(props: Props) {
  const query = useQuery({ ...definitionQuery(props.field.gid), staleTime: 0 })
  return (
    <Dialog title={`Edit ${props.field.name}`} onClose={props.onClose}>
      <Loaded query={query}>{field => <Editor key={field.gid} {...props} stored={field} />}</Loaded>
    </Dialog>
  )
}

/** Writes what differs from the stored field: its own members, then its options, one after the other. */
async function save(stored: FieldDefinition, draft: FieldDraft, fields: readonly NamedObject[]): Promise<void> {
  const former = changeableMembers(draftOf(stored, fields), fields)
  const members = Object.entries(changeableMembers(draft, fields)).filter(([name, value]) => former[name] !== value)
  if (members.length > 0) await updateField(stored.gid, Object.fromEntries(members))
  if (!hasOptions(draft)) return
  const gids = new Map<string, string>()
  for (const change of optionChanges(stored.enum_options ?? [], draft.options)) {
    if (change.kind === 'update') await updateOption(change.gid, change.members)
    else if (change.kind === 'add') gids.set(change.key, (await addOption(stored.gid, change.name, change.color)).gid)
    else {
      const gidOf = (key: string) => gids.get(key) ?? key
      await moveOption(stored.gid, gidOf(change.key), gidOf(change.before), 'before')
    }
  }
}

function Editor({ stored, field, fields, onSaved, onClose }: Props & { stored: FieldDefinition }) {
  const client = useQueryClient()
  const others = fields.filter(({ gid }) => gid !== field.gid)
  const [draft, setDraft] = useState(() => draftOf(stored, others))
  const run = useMutation({
    mutationFn: () => save(stored, draft, others),
    onSuccess: onSaved,
    // A failure may have left a part of the changes behind.
    onError: () => void client.invalidateQueries({ queryKey: definitionQuery(field.gid).queryKey }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!run.isPending) run.mutate()
  }
  return (
    <form className="form field-form" onSubmit={submit}>
      {stored.is_global_to_workspace ? (
        <p className="hint">This field is in the library: other projects see the changes, too.</p>
      ) : null}
      <FieldForm
        draft={draft}
        isStored
        fields={others}
        onChange={members => setDraft(known => ({ ...known, ...members }))}
      />
      {run.error ? <Problem error={run.error} /> : null}
      <div className="form-end">
        <Button type="submit" kind="primary" pending={run.isPending}>
          Save
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
