/** The content of an open menu. `menu.tsx` loads it when a menu first opens. */

import CheckShape from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Fragment, type ReactNode } from 'react'
import {
  Menu as AriaMenu,
  Header,
  Keyboard,
  MenuItem,
  MenuSection,
  type Selection,
  Separator,
  SubmenuTrigger,
  Text,
} from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { formatKeys } from '../../text/keys.ts'
import { Icon } from '../icon/icon.tsx'
import type { MenuAction, MenuGroup, MenuOption, MenuProps } from './menu.tsx'

function ActionItem({ action }: { action: MenuAction }) {
  const { id, label, icon, keys, isDanger, isDisabled, href, groups, onAction } = action
  const item = (
    <MenuItem
      id={id}
      textValue={label}
      className={`menu-item ${isDanger ? 'danger' : ''}`}
      isDisabled={isDisabled}
      href={href}
      onAction={onAction}
    >
      {icon ? <Icon of={icon} /> : null}
      <Text slot="label" className="menu-label">
        {label}
      </Text>
      {keys ? <Keyboard className="keys" data-keys={formatKeys(keys)} /> : null}
      {groups ? <Icon of={ChevronRight} className="menu-more" /> : null}
    </MenuItem>
  )
  if (!groups) return item
  return (
    <SubmenuTrigger>
      {item}
      <Popover className="popup menu-popup" offset={-2}>
        <Groups label={label} groups={groups} />
      </Popover>
    </SubmenuTrigger>
  )
}

function OptionItem({ option: { id, label, picture } }: { option: MenuOption }) {
  return (
    <MenuItem id={id} textValue={label} className="menu-item">
      {({ isSelected }) => (
        <>
          <span className="menu-check">{isSelected ? <Icon of={CheckShape} /> : null}</span>
          {picture}
          <Text slot="label" className="menu-label">
            {label}
          </Text>
        </>
      )}
    </MenuItem>
  )
}

/** The choices of a group: one of them, or any of them, in which case the menu stays open. */
function ChoiceGroup({ group, children }: { group: Exclude<MenuGroup, { actions: unknown }>; children: ReactNode }) {
  const naming = { className: 'menu-group', 'aria-label': group.title ?? 'Options' }
  const items = group.options.map(option => <OptionItem key={option.id} option={option} />)
  if (group.kind === 'any') {
    const change = (keys: Selection) => group.onChange([...keys].map(String))
    return (
      <MenuSection
        {...naming}
        selectionMode="multiple"
        shouldCloseOnSelect={false}
        selectedKeys={group.values}
        onSelectionChange={change}
      >
        {children}
        {items}
      </MenuSection>
    )
  }
  const choose = (keys: Selection) => {
    for (const key of keys) group.onChange(String(key))
  }
  return (
    <MenuSection
      {...naming}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={group.value === null ? [] : [group.value]}
      onSelectionChange={choose}
    >
      {children}
      {items}
    </MenuSection>
  )
}

function Group({ group }: { group: MenuGroup }) {
  const title = group.title ? <Header className="menu-title">{group.title}</Header> : null
  if (!('actions' in group)) return <ChoiceGroup group={group}>{title}</ChoiceGroup>
  return (
    <MenuSection className="menu-group" aria-label={group.title ?? 'Actions'}>
      {title}
      {group.actions.map(action => (
        <ActionItem key={action.id} action={action} />
      ))}
    </MenuSection>
  )
}

interface GroupsProps {
  label?: string
  groups: readonly MenuGroup[]
  focuses?: 'first' | 'last'
  onClose?(): void
}

function Groups({ label, groups, focuses = 'first', onClose }: GroupsProps) {
  return (
    <AriaMenu className="menu" aria-label={label} onClose={onClose} autoFocus={focuses}>
      {groups.map((group, index) => (
        // Groups of a menu keep their order while it is open.
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no identity of their own
        <Fragment key={index}>
          {index > 0 ? <Separator className="menu-line" /> : null}
          <Group group={group} />
        </Fragment>
      ))}
    </AriaMenu>
  )
}

/** An open menu at an element. */
export function OpenMenu({ label, anchor, groups, placement = 'bottom start', focuses, onClose }: MenuProps) {
  return (
    <Popover
      className="popup menu-popup"
      aria-label={label}
      isOpen
      triggerRef={anchor}
      placement={placement}
      offset={4}
      onOpenChange={isOpen => !isOpen && onClose()}
    >
      <Groups {...{ label, groups, focuses, onClose }} />
    </Popover>
  )
}
