/** The dialog "Save view": stores the view on the screen as a new one, or renames a saved one. */
import { call } from '../../data/call.ts'
import { definitionOf, type SavedView } from '../../data/views/saved.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { Form, text } from '../form.tsx'
import { useStored } from './saved_view.ts'
import type { ViewControl } from './use_view_state.ts'

export interface SaveViewProps {
  control: ViewControl
  /** Whether views can be shared here. */
  canShare: boolean
  /** The view that is renamed; without it a new one is created. */
  renamed?: SavedView
  onClose(): void
}

export function SaveViewDialog({ control, canShare, renamed, onClose }: SaveViewProps) {
  const { parent, view, layout, open } = control
  const store = useStored(parent)
  const run = (values: FormData) => {
    const named = { name: text(values, 'name') ?? '', ...(canShare && { is_shared: values.has('is_shared') }) }
    if (renamed) return call<SavedView>('PUT', `/-/views/${renamed.gid}`, named)
    return call<SavedView>('POST', '/-/views', { parent, ...named, ...definitionOf(view, layout) })
  }
  const onDone = (done: SavedView) => {
    store(views => (renamed ? views.map(one => (one.gid === done.gid ? done : one)) : [...views, done]))
    if (!renamed) open(done)
    onClose()
  }
  return (
    <Dialog title="Save view" onClose={onClose}>
      <Form
        submit="Save"
        fields={['name']}
        actions={<Button onPress={onClose}>Cancel</Button>}
        run={run}
        onDone={onDone}
      >
        <Field name="name" label="View name" required autoFocus autoComplete="off" initial={renamed?.name} />
        {canShare ? (
          <label className="check">
            <input type="checkbox" name="is_shared" defaultChecked={renamed?.is_shared} />
            Share with everyone here
          </label>
        ) : null}
      </Form>
    </Dialog>
  )
}
