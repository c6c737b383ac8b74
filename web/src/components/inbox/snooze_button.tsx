/** The button that snoozes a notification: a menu of the usual times, and a day of the calendar. */
import CalendarShape from 'lucide-react/icons/calendar'
import ClockShape from 'lucide-react/icons/clock'
import { useEffect, useRef, useState } from 'react'
import type { InboxNotification } from '../../data/inbox.ts'
import { preferences } from '../../data/preferences.ts'
import type { DatePickerProps } from '../date_picker/date_picker.tsx'
import type { DateValues } from '../date_picker/draft.ts'
import { Icon } from '../icon/icon.tsx'
import { lazily } from '../lazily.tsx'
import { useNotice } from '../notices.tsx'
import { MenuButton } from '../overlay/menu.tsx'
import { snoozeTimes, snoozeUntil } from './snooze_times.ts'
import type { InboxActs } from './use_inbox_acts.ts'

interface Props {
  notification: InboxNotification
  acts: Pick<InboxActs, 'snooze'>
}

const DayPicker = lazily<DatePickerProps>(async () => (await import('../date_picker/date_picker.tsx')).DatePicker)

const NO_DATES = { due_on: null, due_at: null }

export function SnoozeButton({ notification, acts }: Props) {
  const anchor = useRef<HTMLButtonElement>(null)
  const notify = useNotice()
  const [isChoosing, setChoosing] = useState(false)
  const zone = preferences().time_zone ?? undefined
  const snooze = (until: string) => acts.snooze(notification, until)
  /** The picker reports a date each time it changes; the last one counts. */
  const chosen = useRef<DateValues | null>(null)
  const choose = () => {
    setChoosing(false)
    const dates = chosen.current
    chosen.current = null
    const until = dates && snoozeUntil(dates, new Date(), zone)
    if (until) return snooze(until)
    if (dates) notify({ text: 'The time is over. Choose a later one.', isError: true })
  }
  useEffect(() => {
    if (!isChoosing) return
    // The entry of the menu that opened the calendar is gone, so the calendar cannot return the focus.
    return () => anchor.current?.focus()
  }, [isChoosing])
  const times = snoozeTimes(new Date(), zone)
  return (
    <>
      <MenuButton
        ref={anchor}
        label="Snooze"
        className="icon-button small"
        placement="bottom end"
        groups={[
          { actions: times.map(({ label, until }) => ({ id: label, label, onAction: () => snooze(until) })) },
          {
            actions: [{ id: 'date', label: 'Choose a date…', icon: CalendarShape, onAction: () => setChoosing(true) }],
          },
        ]}
      >
        <Icon of={ClockShape} />
      </MenuButton>
      {isChoosing ? (
        <DayPicker
          label="Snooze until"
          anchor={anchor}
          value={NO_DATES}
          timeZone={zone}
          canHaveStart={false}
          canHaveTime={false}
          onChange={dates => {
            chosen.current = dates
          }}
          onClose={choose}
        />
      ) : null}
    </>
  )
}
