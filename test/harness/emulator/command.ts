/** How tests start the emulator as a program of its own. */
import { MAIN } from '../program.ts'

export const emulatorCommand = { program: process.execPath, args: [MAIN, 'emulator'] }

/** A program that starts, and is no emulator. */
export const strangeCommand = (code: string) => ({ program: process.execPath, args: ['-e', code, '--'] })
