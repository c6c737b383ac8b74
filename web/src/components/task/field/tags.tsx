/** The tags of a task. */
import Tag from 'lucide-react/icons/tag'
import { Fragment, type ReactNode } from 'react'
import { useRecord } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import { Chip } from '../../display/chip.tsx'
import { Icon } from '../../icon/icon.tsx'
import type { PopupPlace } from '../../overlay/popup.tsx'
import { TagsPicker } from '../picker/pickers.ts'
import { useRecords } from '../use_records.ts'
import { EmptyValue, FieldButton, type FieldLook, type TaskFieldProps } from './field_button.tsx'

const NONE: readonly Gid[] = []

interface TagsProps extends Omit<TaskFieldProps, 'task'> {
  look: FieldLook
  tags: readonly Gid[]
  popup(place: PopupPlace): ReactNode
}

/** The field of tags, wherever its value is. */
export function TagsField({ look, tags: gids, ...props }: TagsProps) {
  const tags = useRecords(gids)
  const text = tags.map(({ name }) => String(name)).join(', ') || null
  return (
    <FieldButton {...props} {...{ look, name: 'Tags', text }}>
      {tags.length > 0 ? (
        <span className="task-chips">
          {tags.map(({ gid, name, color }) => (
            <Fragment key={gid}>
              <Chip color={color as string | null}>{String(name)}</Chip>{' '}
            </Fragment>
          ))}
        </span>
      ) : (
        <EmptyValue icon={<Icon of={Tag} />}>{look === 'button' ? 'No tags' : null}</EmptyValue>
      )}
    </FieldButton>
  )
}

function Tags({ task, ...props }: TaskFieldProps & { look: FieldLook }) {
  const gids = (useRecord(task)?.tags ?? NONE) as readonly Gid[]
  return <TagsField {...props} tags={gids} popup={place => <TagsPicker {...place} tasks={[task]} />} />
}

export const TagsButton = (props: TaskFieldProps) => <Tags {...props} look="button" />
export const TagsCell = (props: TaskFieldProps) => <Tags {...props} look="cell" />
