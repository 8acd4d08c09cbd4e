import { SettingControl } from '../../../ui/SettingsPanel.js';
import type { PuppetTabProps } from './puppetTab.js';

/** What the picture shows, and files. */
export function FileTab({ controller }: PuppetTabProps) {
  const { settings } = controller;
  return (
    <>
      {Object.entries(settings.shape).map(([id, { title, controls }]) => (
        <section key={id} aria-label={title}>
          <h3>{title}</h3>
          {Object.keys(controls).map((name) => (
            <SettingControl key={name} settings={settings} name={name} />
          ))}
        </section>
      ))}
    </>
  );
}
