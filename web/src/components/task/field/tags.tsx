/** The tags of a task. */
import Tag from 'lucide-react/icons/tag'
import { Fragment } from 'react'
import { useRecord } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import { Chip } from '../../display/chip.tsx'
import { Icon } from '../../icon/icon.tsx'
import { TagsPicker } from '../picker/pickers.ts'
import { useRecords } from '../use_records.ts'
import { EmptyValue, FieldButton, type FieldLook, type TaskFieldProps } from './field_button.tsx'

const NONE: readonly Gid[] = []

function Tags({ look, ...props }: TaskFieldProps & { look: FieldLook }) {
  const { task } = props
  const gids = (useRecord(task)?.tags ?? NONE) as readonly Gid[]
  const tags = useRecords(gids)
  const text = tags.map(({ name }) => String(name)).join(', ') || null
  return (
    <FieldButton {...props} {...{ look, name: 'Tags', text }} popup={place => <TagsPicker {...place} tasks={[task]} />}>
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

export const TagsButton = (props: TaskFieldProps) => <Tags {...props} look="button" />
export const TagsCell = (props: TaskFieldProps) => <Tags {...props} look="cell" />
