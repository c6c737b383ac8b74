/** Asks where the tasks of a section go before it is deleted. */
import { useList } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Choice } from '../field.tsx'
import { Form, text } from '../form.tsx'
import { shownName } from './types.ts'

export interface DeleteSectionProps {
  list: Gid
  section: Gid
  run(to: Gid | null): void
  onClose(): void
}

export function DeleteSection({ list, section, run, onClose }: DeleteSectionProps) {
  const { sections, entries } = useList(list)
  const count = entries.filter(entry => entry.section === section).length
  const others = sections.filter(({ gid }) => gid !== section)
  const name = shownName(sections.find(({ gid }) => gid === section)?.name, 'Untitled section')
  const tasks = count === 1 ? 'Its task moves' : `Its ${count} tasks move`
  return (
    <Dialog title="Delete section" isAlert onClose={onClose}>
      <Form
        submit="Delete section"
        fields={[]}
        actions={<Button onPress={onClose}>Cancel</Button>}
        run={async values => run(count > 0 ? (text(values, 'to') ?? null) : null)}
        onDone={onClose}
      >
        <p>{count > 0 ? `${tasks} to another section, then “${name}” is deleted.` : `“${name}” is empty.`}</p>
        {count > 0 ? (
          <Choice
            name="to"
            label="Move its tasks to"
            options={others.map(one => [one.gid, shownName(one.name, 'Untitled section')])}
          />
        ) : null}
      </Form>
    </Dialog>
  )
}
