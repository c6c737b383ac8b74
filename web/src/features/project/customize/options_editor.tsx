/** The options of a field: names, colours and order. Those that values may refer to are archived, never deleted. */
import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { IconButton } from '../../../components/control/icon_button.tsx'
import { ColorSwatch } from '../../../components/display/chip.tsx'
import { MenuButton } from '../../../components/overlay/menu.tsx'
import { OPTION_COLORS } from '../../../data/field_definitions.ts'
import { isNewOption, newOption, type OptionDraft } from './draft.ts'

interface Props {
  options: readonly OptionDraft[]
  onChange(options: readonly OptionDraft[]): void
}

/** `yellow-green` as people read it. */
const colorName = (color: string): string => {
  const words = color.replaceAll('-', ' ')
  return color === 'none' ? 'No colour' : words.charAt(0).toUpperCase() + words.slice(1)
}

export function OptionsEditor({ options, onChange }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const change = (index: number, members: Partial<OptionDraft>) =>
    onChange(options.map((one, at) => (at === index ? { ...one, ...members } : one)))
  const focusInput = (index: number) =>
    // The row is there after the next rendering.
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[index]?.focus())
  const move = (index: number, by: -1 | 1) => {
    const other = options[index + by]
    const own = options[index]
    if (!other || !own) return
    onChange(options.map((one, at) => (at === index ? other : at === index + by ? own : one)))
    focusInput(index + by)
  }
  const add = () => {
    onChange([...options, newOption(options)])
    focusInput(options.length)
  }
  const remove = (index: number) => {
    onChange(options.filter((_, at) => at !== index))
    focusInput(Math.max(0, index - 1))
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.nativeEvent.isComposing) return
    const option = options[index]
    if (event.key === 'Enter') add()
    else if (event.altKey && event.shiftKey && event.key === 'ArrowUp') move(index, -1)
    else if (event.altKey && event.shiftKey && event.key === 'ArrowDown') move(index, 1)
    else if (event.key === 'Backspace' && option?.name === '' && isNewOption(option)) remove(index)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="field-options">
      <ul ref={list} aria-label="Options">
        {options.map((option, index) => {
          const label = `Option ${index + 1}`
          const named = option.name.trim() || label
          return (
            <li key={option.key} className="field-option" data-archived={option.enabled ? undefined : ''}>
              <MenuButton
                label={`Colour of ${named}: ${colorName(option.color)}`}
                className="icon-button small"
                groups={[
                  {
                    kind: 'one',
                    title: 'Colour',
                    options: OPTION_COLORS.map(color => ({
                      ...{ id: color, label: colorName(color), picture: <ColorSwatch color={color} /> },
                    })),
                    value: option.color,
                    onChange: color => change(index, { color }),
                  },
                ]}
              >
                <ColorSwatch color={option.color} />
              </MenuButton>
              <input
                className="input"
                aria-label={label}
                value={option.name}
                maxLength={1024}
                disabled={!option.enabled}
                onChange={event => change(index, { name: event.currentTarget.value })}
                onKeyDown={event => onKeyDown(event, index)}
              />
              <IconButton
                icon={ChevronUp}
                size="small"
                label={`Move ${named} up`}
                isDisabled={index === 0}
                onPress={() => move(index, -1)}
              />
              <IconButton
                icon={ChevronDown}
                size="small"
                label={`Move ${named} down`}
                isDisabled={index === options.length - 1}
                onPress={() => move(index, 1)}
              />
              {isNewOption(option) ? (
                <IconButton icon={X} size="small" label={`Remove ${named}`} onPress={() => remove(index)} />
              ) : (
                <IconButton
                  icon={option.enabled ? Archive : ArchiveRestore}
                  size="small"
                  label={`${option.enabled ? 'Archive' : 'Restore'} ${named}`}
                  onPress={() => change(index, { enabled: !option.enabled })}
                />
              )}
            </li>
          )
        })}
      </ul>
      <Button size="small" kind="quiet" icon={Plus} onPress={add}>
        Add option
      </Button>
    </div>
  )
}
