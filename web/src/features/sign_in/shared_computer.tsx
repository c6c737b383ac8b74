/** The question whether others use this computer too. The answer holds for the next sign-in, whichever way it goes. */
import { useState } from 'react'
import { setSharedComputer } from '../../data/device.ts'
import { isSharedComputer } from '../../data/shared_computer.ts'

export function SharedComputer() {
  const [isShared, setShared] = useState(isSharedComputer)
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isShared}
        onChange={({ currentTarget: { checked } }) => {
          setShared(checked)
          void setSharedComputer(checked)
        }}
      />
      This is a shared computer
    </label>
  )
}
