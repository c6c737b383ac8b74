/** `rights repair`: corrects access grants that differ from their derivation, which `doctor` reports. */
import { repairGrants } from '../store/grants.ts'
import type { Command } from './command.ts'
import { withStore } from './store.ts'

export const rightsRepair: Command = {
  words: 'rights repair',
  doc: 'derive all access grants again, and correct those that differ',
  options: ['json', 'data', 'database-url', 'moved-anyway', 'memory'],
  required: [],
  async main(settings, program) {
    const corrected = await withStore(settings, program, store => store.write(repairGrants))
    if (settings.json) program.print(JSON.stringify({ corrected }))
    else program.print(corrected === 0 ? 'Every access grant is correct.' : `Corrected ${corrected} access grants.`)
  },
}
