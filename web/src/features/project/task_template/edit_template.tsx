/**
 * The dialog that edits the contents of a task template. What was changed stays in this browser until it is saved or
 * discarded, and a version that somebody else saved meanwhile is not overwritten unasked.
 */
import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Confirm, Dialog } from '../../../components/dialog.tsx'
import { useNotice } from '../../../components/notices.tsx'
import { Loaded, Problem } from '../../../components/states.tsx'
import { Failure } from '../../../data/call.ts'
import { type FieldValue, kindOf } from '../../../data/custom_fields.ts'
import { useCache } from '../../../data/hooks.ts'
import { readTaskTemplate, updateTaskTemplate } from '../../../data/task_templates.ts'
import type { NamedObject } from '../../../data/types.ts'
import { blankTask, changeOf, problemIn, rootOf, type TaskDraft, taskIn } from './draft.ts'
import type { TemplateField } from './fields.tsx'
import { TaskForm } from './task_form.tsx'
import { useNames } from './use_names.ts'
import { type OpenedTemplate, openTemplate, useTemplateDraft } from './use_template_draft.ts'
import './task_template.css'

interface Props {
  template: Pick<NamedObject, 'gid' | 'name'>
  /** The custom fields of the project. */
  fields: readonly FieldValue[]
  onSaved(): void
  onClose(): void
}

export function EditTemplate({ template: { gid, name }, fields, onSaved, onClose }: Props) {
  const { persistence } = useCache()
  // A draft is based on what was read when the dialog opened: nothing replaces that while the person edits.
  const query = useQuery({
    queryKey: ['task_template', gid],
    queryFn: () => openTemplate(persistence, gid),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const leave = useRef(onClose)
  return (
    <Dialog title={`Edit ${name}`} isDrawer onClose={() => leave.current()}>
      <Loaded query={query} rows={6}>
        {template => <Editor {...{ template, fields, leave, onSaved, onClose }} />}
      </Loaded>
    </Dialog>
  )
}

interface EditorProps extends Pick<Props, 'fields' | 'onSaved' | 'onClose'> {
  template: OpenedTemplate
  /** What Escape and a press outside of the dialog do. */
  leave: RefObject<() => void>
}

/** The task of the template that is open, in one version of it: another version has other tasks. */
interface Place {
  readonly version: string
  readonly key: string
  /** The subtask that was open before. */
  readonly cameFrom: string | null
}

type DraftState = ReturnType<typeof useTemplateDraft>

/** Saves the draft, and leads to the task that the form or the server refuses. */
function useSave({ base, draft, isChanged, forget }: DraftState, show: (key: string) => void, onSaved: () => void) {
  const [blank, setBlank] = useState<TaskDraft>()
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: async (replacesAny: boolean) => {
      if (!isChanged) return
      const version = replacesAny ? {} : { modified_at: base.modified_at }
      await updateTaskTemplate(base.gid, { ...changeOf(draft, !replacesAny), ...version })
    },
    onSuccess: () => {
      forget()
      onSaved()
    },
    onError: refusal => {
      const named = problemIn(draft, refusal.message)
      if (named) show(named.key)
    },
  })
  const submit = (replacesAny = false) => {
    if (isPending) return
    const found = blankTask(draft)
    setBlank(found)
    if (found) show(found.key)
    else mutate(replacesAny)
  }
  const clear = () => {
    setBlank(undefined)
    reset()
  }
  return { submit, clear, isPending, error, blank }
}

function Editor({ template, fields: all, leave, onSaved, onClose }: EditorProps) {
  const state = useTemplateDraft(template)
  const { base, draft, isChanged } = state
  const root = rootOf(draft)
  const [opened, setOpened] = useState<Place>()
  const place = opened?.version === base.modified_at ? opened : undefined
  const [isLeaving, setLeaving] = useState(false)
  const fields = useTemplateFields(all)
  useNames(base, fields)
  const show = (key: string, cameFrom: string | null = null) => setOpened({ version: base.modified_at, key, cameFrom })
  const save = useSave(state, show, onSaved)
  leave.current = () => (isChanged ? setLeaving(true) : onClose())
  const task = (place && taskIn(draft, place.key)) ?? root
  if (!task) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of all inputs inside
    <div className="template-editor" onKeyDown={event => isSubmit(event) && save.submit()}>
      <Restored state={state} />
      <TaskForm
        key={`${base.modified_at} ${task.key}`}
        {...{ draft, task, fields, cameFrom: place?.cameFrom ?? null }}
        isNameMissing={save.blank?.key === task.key}
        change={next => {
          save.clear()
          state.setDraft(next)
        }}
        open={show}
        submit={save.submit}
      />
      <Foot {...{ state, save }} onCancel={() => leave.current()} />
      {isLeaving ? (
        <Discard
          onClose={() => setLeaving(false)}
          onDone={() => {
            state.forget()
            onClose()
          }}
        />
      ) : null}
    </div>
  )
}

/** Mod+Enter in the editor itself, and not in a list that it has opened. */
function isSubmit(event: KeyboardEvent<HTMLElement>): boolean {
  const isOwn = event.currentTarget.contains(event.target as Node)
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isOwn) return false
  event.preventDefault()
  return true
}

/** The custom fields that tasks of the template can have values of, with their options. */
function useTemplateFields(all: readonly FieldValue[]): readonly TemplateField[] {
  return useMemo(() => all.filter(field => kindOf(field) !== 'read_only') as readonly TemplateField[], [all])
}

/** Shows the version of the server. A notice reports that it cannot be read. */
function useStoredVersion({ base, reset }: DraftState): () => void {
  const notify = useNotice()
  return () =>
    void readTaskTemplate(base.gid).then(reset, (error: Error) => notify({ text: error.message, isError: true }))
}

function Restored({ state }: { state: DraftState }) {
  const showStored = useStoredVersion(state)
  if (!state.isRestored) return null
  return (
    <div className="template-note" role="status">
      <p>These changes were not saved when you left.</p>
      <Button size="small" onPress={showStored}>
        Discard them
      </Button>
    </div>
  )
}

function Foot({ state, save, onCancel }: { state: DraftState; save: ReturnType<typeof useSave>; onCancel(): void }) {
  const showStored = useStoredVersion(state)
  const { error, isPending, submit } = save
  const named = error ? problemIn(state.draft, error.message) : null
  const isConflict = error instanceof Failure && error.status === 409
  const showTheirs = () => {
    save.clear()
    showStored()
  }
  return (
    <div className="template-end">
      {isConflict ? (
        <div className="template-note" role="alert">
          <p>Someone else has saved this template since you opened it.</p>
          <Button size="small" onPress={showTheirs}>
            Show their version
          </Button>
          <Button size="small" onPress={() => submit(true)}>
            Save mine
          </Button>
        </div>
      ) : null}
      {error && !isConflict ? <Problem error={named ? new Error(named.text) : error} /> : null}
      <div className="form-end">
        <Button kind="primary" keys="Mod+Enter" pending={isPending} onPress={() => submit()}>
          Save
        </Button>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </div>
  )
}

function Discard({ onDone, onClose }: { onDone(): void; onClose(): void }) {
  return (
    <Confirm title="Discard changes?" action="Discard changes" run={async () => {}} onDone={onDone} onClose={onClose}>
      <p>The template stays as it was saved last.</p>
    </Confirm>
  )
}
