/** Actions that a task's state allows. The server has the final say. */
import { keysOf } from '@/lib/records';
import type { TaskView } from '@/lib/screening/types';

export type TaskAction = 'pause' | 'resume' | 'cancel' | 'rename' | 'clone' | 'repeat' | 'rerun' | 'remove';

type Known = Pick<TaskView, 'state' | 'sample' | 'unknown' | 'ready'>;

export function actionsFor(task: Known, mayEdit: boolean, mayCreate: boolean): readonly TaskAction[] {
  const open = task.state === 'running' || task.state === 'paused';
  const offered: Record<TaskAction, boolean> = {
    pause: mayEdit && task.state === 'running' && !task.sample,
    resume: mayEdit && task.state === 'paused',
    cancel: mayEdit && open && !task.sample,
    rerun: mayCreate && mayEdit && !open && task.ready && task.unknown > 0,
    clone: mayCreate && !task.sample,
    repeat: mayCreate && !open && !task.sample,
    rename: mayEdit,
    remove: mayEdit && !open,
  };
  return keysOf(offered).filter((action) => offered[action]);
}
