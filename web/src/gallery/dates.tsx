/** Date pickers: of a task, and of a date field. The clock stands still. */
import CalendarShape from 'lucide-react/icons/calendar'
import { useState } from 'react'
import { DatePicker } from '../components/date_picker/date_picker.tsx'
import { Icon } from '../components/icon/icon.tsx'
import { PopupButton } from '../components/overlay/popup.tsx'
import { type DueDates, formatDue } from '../text/format.ts'

const now = new Date('2026-12-08T14:30:00Z')

function DueDate({ label, initial, canHaveStart }: { label: string; initial: DueDates; canHaveStart: boolean }) {
  const [value, setValue] = useState(initial)
  const text = formatDue(value, now, 'UTC')
  return (
    <PopupButton
      label={`${label}: ${text ?? 'none'}`}
      popup={place => (
        <DatePicker
          {...place}
          label={label}
          value={value}
          now={now}
          timeZone="UTC"
          canHaveStart={canHaveStart}
          canHaveTime={canHaveStart}
          onChange={setValue}
        />
      )}
    >
      <Icon of={CalendarShape} />
      {text ?? 'None'}
    </PopupButton>
  )
}

export function DatesPage() {
  return (
    <div className="gallery-fields">
      <DueDate label="Due date" initial={{ start_on: null, due_on: null }} canHaveStart />
      <DueDate label="Review" initial={{ start_on: '2026-12-03', due_on: '2026-12-12' }} canHaveStart />
      <DueDate label="Approved on" initial={{ due_on: '2026-12-12' }} canHaveStart={false} />
    </div>
  )
}
