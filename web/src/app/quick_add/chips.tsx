/** The values of a new task as buttons: each opens the picker of its value. */
import type { ReactNode } from 'react'
import { DatePicker } from '../../components/date_picker/date_picker.tsx'
import { Chip } from '../../components/display/chip.tsx'
import { AttachButton } from '../../components/files/file_tiles.tsx'
import { MenuButton } from '../../components/overlay/menu.tsx'
import { PopupButton, type PopupPlace } from '../../components/overlay/popup.tsx'
import { Picker } from '../../components/picker/picker.tsx'
import { useCandidates } from '../../components/task/picker/candidates.tsx'
import type { NamedSection } from '../../components/task/picker/use_sections.ts'
import { useCache } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import type { TaskSubtype } from '../../data/task_changes.ts'
import { formatDue } from '../../text/format.ts'
import { sectionIn, type TaskDraft } from './draft.ts'

const TYPES: readonly { id: TaskSubtype; label: string }[] = [
  { id: 'default_task', label: 'Task' },
  { id: 'milestone', label: 'Milestone' },
  { id: 'approval', label: 'Approval' },
]

interface ChipProps {
  label: string
  /** The value as text; null where there is none. */
  value: string | null
  popup(place: PopupPlace): ReactNode
}

const ValueChip = ({ label, value, popup }: ChipProps) => (
  <PopupButton label={`${label}: ${value ?? 'none'}`} className="button small" popup={popup}>
    {value ?? label}
  </PopupButton>
)

interface Props {
  draft: TaskDraft
  /** The sections of the project of the draft. */
  sections: readonly NamedSection[]
  files: readonly File[]
  change(part: Partial<TaskDraft>): void
  setFiles(files: readonly File[]): void
}

export function Chips({ draft, sections, files, change, setFiles }: Props) {
  const cache = useCache()
  const [people, projects, tags] = [useCandidates('user'), useCandidates('project'), useCandidates('tag')]
  const nameOf = (gid: Gid | null) => (gid ? String(cache.records.get(gid)?.name ?? 'none') : null)
  const section = sectionIn(draft, sections)
  const type = TYPES.find(({ id }) => id === draft.type)?.label ?? 'Task'
  return (
    <>
      <div className="quick-chips">
        <ValueChip
          label="Assignee"
          value={nameOf(draft.assignee)}
          popup={place => (
            <Picker
              {...{ ...place, ...people, label: 'Assignee', emptyLabel: 'Nobody' }}
              value={draft.assignee}
              onChange={assignee => change({ assignee })}
            />
          )}
        />
        <ValueChip
          label="Due date"
          value={formatDue(draft.dates, new Date()) || null}
          popup={place => (
            <DatePicker
              {...place}
              value={draft.dates}
              canHaveStart={draft.type !== 'milestone'}
              onChange={dates => change({ dates })}
            />
          )}
        />
        <ValueChip
          label="Project"
          value={nameOf(draft.project)}
          popup={place => (
            <Picker
              {...{ ...place, ...projects, label: 'Project', emptyLabel: 'None' }}
              value={draft.project}
              onChange={project => change({ project })}
            />
          )}
        />
        {section ? (
          <ValueChip
            label="Section"
            value={section.name}
            popup={place => (
              <Picker
                {...{ ...place, label: 'Section' }}
                options={sections.map(({ gid, name }) => ({ id: gid, label: name }))}
                value={section.gid}
                onChange={chosen => change({ section: chosen })}
              />
            )}
          />
        ) : null}
        <ValueChip
          label="Tags"
          value={draft.tags.map(gid => nameOf(gid) ?? 'none').join(', ') || null}
          popup={place => (
            <Picker
              {...{ ...place, ...tags, label: 'Tags', emptyLabel: 'None' }}
              selection="many"
              values={draft.tags}
              onChange={next => change({ tags: next })}
            />
          )}
        />
        <MenuButton
          label={`Type: ${type}`}
          className="button small"
          groups={[
            { kind: 'one', options: TYPES, value: draft.type, onChange: id => change({ type: id as TaskSubtype }) },
          ]}
        >
          {type}
        </MenuButton>
        <AttachButton label="Attach files" size="small" onFiles={more => setFiles([...files, ...more])} />
      </div>
      {files.length > 0 ? (
        <ul className="quick-files" aria-label="Files">
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files can have the same name
            <li key={index}>
              <Chip removeLabel={`Remove ${file.name}`} onRemove={() => setFiles(files.filter(one => one !== file))}>
                {file.name}
              </Chip>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
