/** The colour and the icon of a project. A choice takes effect at once. */
import { type ReactNode, useId } from 'react'
import { useAct } from '../../components/act.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ProjectIcon, projectIcons } from '../../components/icon/project_icon.tsx'
import { useCache } from '../../data/hooks.ts'
import { setMembers } from '../../data/tasks.ts'
import type { Project } from './use_project.ts'
import './look.css'

const HUES = ['pink', 'red', 'orange', 'brown', 'green', 'teal', 'blue', 'purple', 'warm-gray'] as const
const COLORS: readonly string[] = ['none', ...HUES.map(hue => `dark-${hue}`), ...HUES.map(hue => `light-${hue}`)]
const ICON_PX = 28

/** The name of a value of the API, as people read it: "Dark pink". */
function wordsOf(value: string): string {
  const words = value.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface PicturesProps {
  label: string
  options: readonly string[]
  value: string
  picture(option: string): ReactNode
  onChange(option: string): void
}

/** One of many as pictures: radios, whose names screen readers read. */
function Pictures({ label, options, value, picture, onChange }: PicturesProps) {
  const name = useId()
  return (
    <fieldset className="look-part">
      <legend>{label}</legend>
      <div className="look-pictures">
        {options.map(option => (
          <label key={option} className="look-picture" title={wordsOf(option)}>
            <input
              type="radio"
              name={name}
              aria-label={wordsOf(option)}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {picture(option)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export interface LookProps {
  project: Project
  onClose(): void
}

export function Look({ project, onClose }: LookProps) {
  const cache = useCache()
  const act = useAct()
  const { gid, color = null, icon = null } = project
  const set = (members: { color: string } | { icon: string }) =>
    act({ title: 'Project changed', steps: [setMembers(cache, gid, members)] }, { isQuiet: true })
  return (
    <Dialog title="Colour and icon" onClose={onClose}>
      <Pictures
        label="Colour"
        options={COLORS}
        value={color ?? 'none'}
        picture={one => <ProjectIcon icon={icon} color={one} size={ICON_PX} />}
        onChange={one => set({ color: one })}
      />
      <Pictures
        label="Icon"
        options={Object.keys(projectIcons)}
        value={icon ?? 'list'}
        picture={one => <ProjectIcon icon={one} color={color} size={ICON_PX} />}
        onChange={one => set({ icon: one })}
      />
      <div className="form-end">
        <Button onPress={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}
