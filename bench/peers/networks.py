"""LeNet and cifar10_quick of bench/networks in PyTorch, and one training step of either."""

import torch
import torch.nn.functional as F
from torch import nn

BATCH = {"lenet": 64, "cifar10_quick": 100}


class LeNet(nn.Module):
    image = (1, 28, 28)

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 20, 5)
        self.conv2 = nn.Conv2d(20, 50, 5)
        self.ip1 = nn.Linear(800, 500)
        self.ip2 = nn.Linear(500, 10)

    def forward(self, x):
        x = F.max_pool2d(self.conv1(x), 2)
        x = F.max_pool2d(self.conv2(x), 2)
        return self.ip2(F.relu(self.ip1(x.flatten(1)), inplace=True))


class Cifar10Quick(nn.Module):
    image = (3, 32, 32)

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 32, 5, padding=2)
        self.conv2 = nn.Conv2d(32, 32, 5, padding=2)
        self.conv3 = nn.Conv2d(32, 64, 5, padding=2)
        self.ip1 = nn.Linear(1024, 64)
        self.ip2 = nn.Linear(64, 10)

    def forward(self, x):
        def average(y):
            return F.avg_pool2d(y, 3, 2, ceil_mode=True)

        x = F.relu(F.max_pool2d(self.conv1(x), 3, 2, ceil_mode=True), inplace=True)
        x = average(F.relu(self.conv2(x), inplace=True))
        x = average(F.relu(self.conv3(x), inplace=True))
        return self.ip2(self.ip1(x.flatten(1)))


MODELS = {"lenet": LeNet, "cifar10_quick": Cifar10Quick}


class Training:
    """A model with a batch of its own; `wrap` may put it into DistributedDataParallel."""

    def __init__(self, network, channels_last, wrap=lambda model: model):
        torch.set_num_threads(1)
        torch.manual_seed(1)
        model = MODELS[network]()
        self.images = torch.randn(BATCH[network], *model.image)
        self.labels = torch.randint(0, 10, (BATCH[network],))
        if channels_last:
            model = model.to(memory_format=torch.channels_last)
            self.images = self.images.to(memory_format=torch.channels_last)
        self.model = wrap(model)
        self.solver = torch.optim.SGD(self.model.parameters(), lr=0.01, momentum=0.9, weight_decay=5e-4)

    def step(self):
        self.solver.zero_grad(set_to_none=True)
        loss = F.cross_entropy(self.model(self.images), self.labels)
        loss.backward()
        self.solver.step()
