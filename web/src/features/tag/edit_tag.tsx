/** The dialog for the name, the colour and the meaning of a tag. */
import { useAct } from '../../components/act.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Choice, Field } from '../../components/field.tsx'
import { Form, text } from '../../components/form.tsx'
import { useCache } from '../../data/hooks.ts'
import { TAG_COLORS, type TagRecord } from '../../data/tags.ts'
import { setMembers } from '../../data/tasks.ts'

/** The colours that are offered, and the present one if it is another. */
const colorsFor = (color: string | null | undefined) =>
  !color || TAG_COLORS.some(([value]) => value === color) ? TAG_COLORS : [...TAG_COLORS, [color, color] as const]

export function EditTag({ tag, onClose }: { tag: TagRecord; onClose(): void }) {
  const cache = useCache()
  const act = useAct()
  const save = async (values: FormData) => {
    const given = {
      name: text(values, 'name') ?? tag.name,
      color: text(values, 'color') ?? null,
      notes: String(values.get('notes') ?? ''),
    }
    const changes = Object.entries(given).filter(
      ([member, value]) => value !== (tag[member] ?? (member === 'color' ? null : '')),
    )
    if (changes.length > 0)
      act({ title: 'Tag changed', steps: [setMembers(cache, tag.gid, Object.fromEntries(changes))] })
  }
  return (
    <Dialog title="Edit details" onClose={onClose}>
      <Form submit="Save" fields={[]} actions={<Button onPress={onClose}>Cancel</Button>} run={save} onDone={onClose}>
        <Field name="name" label="Tag name" required initial={tag.name ?? ''} autoFocus autoComplete="off" />
        <Choice name="color" label="Colour" options={colorsFor(tag.color)} initial={tag.color ?? ''} />
        <Field name="notes" label="Description" lines={3} initial={tag.notes ?? ''} />
      </Form>
    </Dialog>
  )
}
