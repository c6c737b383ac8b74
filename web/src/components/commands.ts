/**
 * The registry of commands: every action with a title and keys. It feeds the command menu, menus, tooltips and the sheet of
 * shortcuts, so that no action exists for the pointer only.
 */
import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { PickerPlace } from './picker/place.ts'

export type CommandGroup = 'Selection' | 'Go to' | 'Create' | 'View' | 'Edit' | 'Help'

/** A value that a command needs. The command menu asks for it on a second page; keys and buttons run the command. */
export interface CommandValue {
  /** What the command acts on, such as the name of a task or "3 tasks". */
  readonly subject: string
  /** What can be typed. */
  readonly placeholder: string
  /** The choice that removes the value, such as "No assignee". */
  readonly emptyLabel?: string
  /** The picker with the choices, which also does what the command does with a chosen one. */
  picker(place: PickerPlace): ReactNode
}

export interface Command {
  readonly id: string
  readonly title: string
  readonly group: CommandGroup
  /** Keys such as `Mod+K`, `G then H`, `Shift+D`, `?`. */
  readonly keys?: readonly string[]
  /** Whether the command is available now. */
  readonly when?: () => boolean
  readonly run: () => void
  /** The value that the command needs now. */
  readonly value?: () => CommandValue | undefined
}

/** The scopes in the order of their registration: the newest command of a key wins. */
let scopes: readonly (readonly Command[])[] = []
const listeners = new Set<() => void>()

function setScopes(next: typeof scopes): void {
  scopes = next
  for (const listener of listeners) listener()
}

/** Registers commands until the returned function is called. */
function registerCommands(commands: readonly Command[]): () => void {
  setScopes([...scopes, commands])
  return () => setScopes(scopes.filter(scope => scope !== commands))
}

/** The commands that are available now, newest scope first; of several with one id, the newest. */
export function availableCommands(): Command[] {
  const found = new Map<string, Command>()
  for (const command of scopes.toReversed().flat()) {
    if (!found.has(command.id) && (command.when?.() ?? true)) found.set(command.id, command)
  }
  return [...found.values()]
}

/**
 * Registers commands while the component is mounted, before it is painted: a key works as soon as its screen is seen. The
 * functions of commands see the present properties.
 */
export function useCommands(commands: readonly Command[]): void {
  const present = useRef(commands)
  present.current = commands
  const shape = commands.map(({ id, title, keys }) => [id, title, keys?.join(' or ')].join(' ')).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: commands are registered again when one is added or renamed
  useLayoutEffect(() => {
    const latest = (id: string) => present.current.find(command => command.id === id)
    const registered = commands.map(command => ({
      ...command,
      when: () => latest(command.id)?.when?.() ?? true,
      run: () => latest(command.id)?.run(),
      ...(command.value && { value: () => latest(command.id)?.value?.() }),
    }))
    return registerCommands(registered)
  }, [shape])
}

/** Renders again when commands are registered. */
export const useRegisteredCommands = (): Command[] => {
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => scopes,
  )
  return availableCommands()
}

/** Runs a command by its id, where a button does the same. */
export const runCommand = (id: string): void =>
  availableCommands()
    .find(command => command.id === id)
    ?.run()
